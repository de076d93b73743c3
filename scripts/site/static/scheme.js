// Before the page is painted: the colours that the reader chose here, else those chosen on the site's other pages.
(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // The browser keeps nothing.
    }
  };
  const chosen = read("theme") ?? read("jaxdojo:scheme");
  document.body.dataset.theme = ["light", "dark"].includes(chosen) ? chosen : "auto";
})();
