"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const filter = document.getElementById("filter");
  const toggles = all(".toggle");
  const tabs = all(".tab");
  const sections = all("main > section");
  let current = sections[0];

  // One part is shown at a time; without this script all of them are.
  function show(section) {
    current = section;
    for (const each of sections) each.hidden = each !== section;
    for (const tab of tabs) {
      if (tab.hash === "#" + section.id) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    apply();
  }

  // An item is shown if it has every word of the filter and a status that is switched on.
  // Only the story of a failure is not searched.
  function apply() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const on = new Set(toggles.filter(isOn).map((toggle) => toggle.dataset.status));
    for (const item of all(".item")) {
      const statuses = (item.dataset.status || "pass").split(" ").filter(Boolean);
      const said = item.tagName === "DETAILS" ? "" : item.textContent.toLowerCase();
      const text = `${item.dataset.text} ${said}`;
      const isWanted = !statuses.length || statuses.some((status) => on.has(status));
      item.hidden = !isWanted || !words.every((word) => text.includes(word));
    }
    for (const chip of all("main .chip")) chip.hidden = !on.has(chip.dataset.status);
    for (const group of all(".group")) group.hidden = !all(".item", group).some(isShown);
    const items = all(".item", current);
    const shown = items.filter(isShown).length;
    document.getElementById("shown").textContent = items.length ? `${shown} of ${items.length}` : "";
    document.getElementById("none").hidden = shown > 0 || items.length === 0;
  }

  const isOn = (toggle) => toggle.getAttribute("aria-pressed") === "true";
  const isShown = (item) => !item.hidden;

  // A link to anything opens the part and the failure it is in, whatever the filter says.
  function follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const section = target && target.closest("main > section");
    if (!section) return;
    show(section);
    if (target === section) {
      window.scrollTo({ top: Math.min(window.scrollY, document.querySelector("main").offsetTop - 1) });
      return;
    }
    if (target.hidden) {
      filter.value = "";
      for (const toggle of toggles) toggle.setAttribute("aria-pressed", "true");
      apply();
    }
    if (target.tagName === "DETAILS") target.open = true;
    target.scrollIntoView();
  }

  for (const toggle of toggles) {
    toggle.addEventListener("click", () => {
      toggle.setAttribute("aria-pressed", String(!isOn(toggle)));
      apply();
    });
  }
  filter.addEventListener("input", apply);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== filter) {
      event.preventDefault();
      filter.focus();
    }
  });
  if (navigator.clipboard) {
    for (const button of all(".copy")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(button.previousElementSibling.textContent);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = "copy"; }, 1500);
      });
    }
  }
  window.addEventListener("hashchange", follow);
  show(all(".item", sections[0]).length ? sections[0] : sections[1]);
  follow();
})();
