// What a person switched on this device.
const known = new Map();

export function setting(name) {
  if (known.has(name)) return known.get(name);
  try { return localStorage.getItem(`pizzabox.${name}`) ?? ""; } catch { return ""; }
}

export function set(name, value) {
  known.set(name, value);
  try {
    if (value) localStorage.setItem(`pizzabox.${name}`, value);
    else localStorage.removeItem(`pizzabox.${name}`);
  } catch { /* kept for this page only */ }
  document.dispatchEvent(new CustomEvent("setting", { detail: name }));
}
