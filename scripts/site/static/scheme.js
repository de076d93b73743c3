// Before the page is painted: the colours that the reader chose, here or on the site's other pages. There is one choice:
// `jaxdojo:scheme` keeps it for those, `theme` for the button of this theme.
(() => {
  const ours = "jaxdojo:scheme";
  const schemes = ["light", "dark"];
  const store = (name, value) => {
    try {
      if (schemes.includes(value)) {
        localStorage.setItem(name, value);
      } else {
        localStorage.removeItem(name);
      }
    } catch {
      // The browser keeps nothing, so the choice holds for this page.
    }
  };
  let chosen = null;
  try {
    chosen = localStorage.getItem(ours);
  } catch {
    // As above.
  }
  store("theme", chosen);
  document.body.dataset.theme = schemes.includes(chosen) ? chosen : "auto";
  new MutationObserver(() => store(ours, document.body.dataset.theme)).observe(document.body, {
    attributeFilter: ["data-theme"],
  });
})();
