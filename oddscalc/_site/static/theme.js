// Chooses light or dark, and the whole page or a piece of it, before the page is drawn. Without this file the system's choice holds.
"use strict";

const theme = {
  key: "oddscalc-theme",
  dark: window.matchMedia("(prefers-color-scheme: dark)"),

  // A browser may refuse storage to pages from a file: then a choice holds for one page.
  kept() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null;
    }
  },

  keep(name) {
    try {
      localStorage.setItem(this.key, name);
    } catch {
      // nothing to remember it in
    }
  },

  isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : this.dark.matches;
  },
};

document.documentElement.classList.add("script");

// ?embed shows a page without what is around it, ?embed=calculator or ?embed=charts that piece.
const embedded = new URLSearchParams(location.search).get("embed");
if (embedded !== null) {
  document.documentElement.classList.add("embed");
  document.documentElement.dataset.embed = embedded;
}

if (["light", "dark"].includes(theme.kept())) {
  document.documentElement.dataset.theme = theme.kept();
}
