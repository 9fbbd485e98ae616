// Returns the visible elements of a role with a name; those whose name only begins so, if no other has it.
// An open dialog hides the page behind it. The content of the page comes before its header.
const [role, name] = arguments;
const SELECTORS = {
  button: "button, [role=button], summary",
  link: "a[href]",
  heading: "h1, h2, h3, h4",
  field: "input, textarea, select",
  table: "table",
};

const words = text => (text ?? "").replace(/\s+/g, " ").trim();

function labelText(label) {
  const copy = label.cloneNode(true);
  copy.querySelectorAll("input, textarea, select").forEach(control => control.remove());
  return words(copy.textContent);
}

function nameOf(element) {
  const labelledBy = element.getAttribute("aria-labelledby");
  if (labelledBy) {
    return words(labelledBy.split(/\s+/).map(id => document.getElementById(id)?.textContent).join(" "));
  }
  if (element.hasAttribute("aria-label")) {
    return words(element.getAttribute("aria-label"));
  }
  if (element.labels?.length > 0) {
    return [...element.labels].map(labelText).join(" ");
  }
  return words(element.caption ? element.caption.textContent : element.textContent);
}

const scope = document.querySelector("dialog[open]") ?? document;
const found = [...scope.querySelectorAll(SELECTORS[role])]
  .filter(element => element.checkVisibility({ checkVisibilityCSS: true }));
const main = document.getElementById("main");
found.sort((a, b) => main.contains(b) - main.contains(a));
const exact = found.filter(element => nameOf(element) === name);
return exact.length > 0 ? exact : found.filter(element => nameOf(element).startsWith(name));
