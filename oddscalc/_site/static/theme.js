// Chooses light or dark before the page is drawn. Without this file the system's choice holds.
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
if (["light", "dark"].includes(theme.kept())) {
  document.documentElement.dataset.theme = theme.kept();
}
