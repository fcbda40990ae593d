// How the tests see a page: by what is shown, by roles and names.

const ROLES = {
  button: "button, [role=button], summary",
  checkbox: "input[type=checkbox], [role=checkbox]",
  combobox: "select, [role=combobox]",
  dialog: "dialog[open], [role=dialog], [role=alertdialog]",
  menuitem: "[role=menuitem], [role=menuitemradio]",
  option: "option, [role=option]",
  radio: "input[type=radio], [role=radio]",
  region: "section, [role=region]",
  row: "tr, [role=row]",
  tab: "[role=tab]",
  textbox: "input:not([type]), input[type=text], input[type=search], textarea, [role=textbox], [role=searchbox]",
};

/** Gives what is seen, with names and numbers as if they were broken nowhere. */
function seen() {
  return document.body.innerText.replaceAll("\u00a0", " ");
}

function isShown(element) {
  const isInert = element.disabled || element.getAttribute("aria-disabled") === "true";
  const takesClicks = getComputedStyle(element).pointerEvents !== "none";
  return element.getClientRects().length > 0 && !isInert && takesClicks;
}

/** Gives the name that a screen reader says, without the keys that stand beside it. */
function nameOf(element) {
  const labels = (element.getAttribute("aria-labelledby") ?? "").split(" ");
  const labelled = labels.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const own = element.getAttribute("aria-label") ?? (labelled.trim() || null);
  const label = element.labels?.[0]?.textContent;
  const words = element.cloneNode(true);
  for (const key of words.querySelectorAll("kbd")) key.remove();
  const text = own ?? label ?? words.textContent ?? "";
  return (text || element.title || "").replaceAll("\u00a0", " ").replace(/\s+/g, " ").trim();
}

/** Finds an element that is shown: one of exactly this name, or, of what is no button, one with it in its name. */
function find(role, name, within) {
  const found = (within ?? document).querySelectorAll(ROLES[role] ?? `[role=${role}]`);
  const all = [...found].filter(isShown);
  const exact = all.find((element) => nameOf(element) === name);
  // "Replace all 3" is not meant by "Replace", whose turn may come a moment later.
  if (exact || role === "button") return exact ?? null;
  return all.find((element) => nameOf(element).includes(name)) ?? null;
}

/** Gives where an element is. */
function place(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].join();
}

/** Whether an element stands still from one frame to the next; else a click would miss it. */
async function standsStill(element) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  const before = place(element);
  await frame();
  return place(element) === before;
}

/** Answers once something is there and stands still, looking again whenever the page changes. */
function until(look, patience, [...args]) {
  const done = args.pop();
  globalThis.args = args;
  let isOver = false;
  const end = (found) => {
    if (isOver) return;
    isOver = true;
    observer.disconnect();
    clearTimeout(timer);
    done(found);
  };
  const attempt = async () => {
    for (let found = look(); found && !isOver; found = look()) {
      if (!(found instanceof Element)) end(found);
      else if ((await standsStill(found)) && look() === found) end(found);
    }
  };
  const timer = setTimeout(() => end(null), patience);
  const observer = new MutationObserver(() => void attempt());
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  void attempt();
}
