// The reading column's tabs. They work without JavaScript, with links and :target; this adds arrow keys and roles.

/** Make the links in `list`, whose fragments are the ids of panels, behave like tabs. */
export function activateTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll<HTMLAnchorElement>("a")];
  const panels = tabs.map((tab) => document.querySelector<HTMLElement>(tab.hash));
  list.setAttribute("role", "tablist");
  tabs.forEach((tab, index) => {
    const panel = panels[index];
    tab.setAttribute("role", "tab");
    tab.id = `tab-${tab.hash.slice(1)}`;
    tab.setAttribute("aria-controls", tab.hash.slice(1));
    panel?.setAttribute("role", "tabpanel");
    panel?.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      go(tab);
    });
  });
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const tab = tabs[(tabs.indexOf(document.activeElement as HTMLAnchorElement) + step + tabs.length) % tabs.length];
    if (step !== 0 && tab !== undefined) {
      event.preventDefault();
      go(tab);
      tab.focus();
    }
  });
  window.addEventListener("hashchange", select);
  select();

  // Replacing the location moves :target without adding each tab to the history.
  function go(tab: HTMLAnchorElement): void {
    const { scrollX, scrollY } = window;
    window.location.replace(tab.hash);
    window.scrollTo(scrollX, scrollY);
    select();
  }

  function select(): void {
    // While the page is loading, there may be no :target yet, but its id is known.
    const target = document.getElementById(window.location.hash.slice(1)) ?? document.querySelector(":target");
    const open = Math.max(0, panels.findIndex((panel) => target !== null && panel?.contains(target) === true));
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === open));
      tab.tabIndex = index === open ? 0 : -1;
    });
  }
}
