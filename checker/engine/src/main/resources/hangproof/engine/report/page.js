// SPDX-License-Identifier: MIT
"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("scripted");
  const brief = document.getElementById("brief");

  function steps() {
    return Array.from(document.querySelectorAll("[data-step]")).filter((s) => s.getClientRects().length > 0);
  }

  function go(step) {
    history.replaceState(null, "", "#" + step.id);
    current = step;
    document.querySelectorAll("[data-step][aria-current]").forEach((s) => s.removeAttribute("aria-current"));
    step.setAttribute("aria-current", "step");
    step.focus({ preventScroll: true });
    step.scrollIntoView({ block: "center" });
  }

  let current = null;

  function move(by) {
    const all = steps();
    if (all.length === 0) {
      return;
    }
    const at = all.indexOf(current);
    const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by));
    go(all[to]);
  }

  function fromAddress() {
    const step = document.getElementById(location.hash.slice(1));
    if (step && step.hasAttribute("data-step")) {
      current = step;
      if (brief && step.classList.contains("minor")) {
        brief.checked = false;
      }
      step.scrollIntoView({ block: "center" });
    }
  }

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) {
      return;
    }
    if (e.key === "n" || e.key === "j" || e.key === "ArrowRight") {
      move(1);
    } else if (e.key === "p" || e.key === "k" || e.key === "ArrowLeft") {
      move(-1);
    } else if (e.key === "o" && current) {
      const inside = current.querySelector("details");
      if (inside) {
        inside.open = !inside.open;
      }
    } else {
      return;
    }
    e.preventDefault();
  });

  function bind(id, act) {
    const button = document.getElementById(id);
    if (button) {
      button.addEventListener("click", act);
    }
  }

  bind("next", () => move(1));
  bind("previous", () => move(-1));

  function selectMail(mail) {
    const range = document.createRange();
    range.selectNodeContents(mail);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return document.execCommand("copy");
  }

  bind("copy", () => {
    const mail = document.getElementById("mail");
    const said = document.getElementById("copied");
    const done = (ok) => { said.textContent = ok ? "copied" : "select the text below and copy it"; };
    if (navigator.clipboard) {
      navigator.clipboard.writeText(mail.textContent).then(() => done(true), () => done(selectMail(mail)));
    } else {
      done(selectMail(mail));
    }
  });

  addEventListener("hashchange", fromAddress);
  fromAddress();
})();
