// SPDX-License-Identifier: MIT
"use strict";
(function () {
  document.documentElement.classList.add("scripted");
  const search = document.getElementById("search");
  const verdict = document.getElementById("verdict");
  const subsystem = document.getElementById("subsystem");
  const shown = document.getElementById("shown");
  const rows = Array.from(document.querySelectorAll("tr[data-text]"));

  function words() {
    return search.value.toLowerCase().split(/\s+/).filter((w) => w !== "");
  }

  function apply() {
    const wanted = words();
    let n = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const ok = wanted.every((w) => text.includes(w))
        && (verdict.value === "" || row.dataset.verdicts.split(" ").includes(verdict.value))
        && (subsystem.value === "" || row.dataset.subsystem === subsystem.value);
      row.hidden = !ok;
      n += ok ? 1 : 0;
    }
    for (const body of document.querySelectorAll("tbody[data-group]")) {
      body.hidden = body.querySelectorAll("tr[data-text]:not([hidden])").length === 0;
    }
    shown.textContent = n + " of " + rows.length;
  }

  for (const field of [search, verdict, subsystem]) {
    field.addEventListener("input", apply);
  }
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== search) {
      e.preventDefault();
      search.focus();
    }
  });
  apply();
})();
