// Small helpers to build the page. Text always goes in as text, never as markup.
import { say } from "./words.js";

export const COLOURS = ["red", "green", "white", "black", "purple", "yellow"];
const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) node.style.setProperty(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const icon = (name) => svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
export const topping = (colour) =>
  svg("svg", { class: "topping", "aria-hidden": "true" }, svg("use", { href: `#t-${COLOURS[colour] ?? COLOURS[0]}` }));

/** How a side stands: the score, with the words for screen readers. */
export const scored = ({ score = "", said = "" }) =>
  said ? [el("b", { "aria-hidden": "true" }, score), el("span", { class: "unseen" }, said)] : [el("b", {}, score)];

/** A move in notation, with the words for screen readers. */
export const notated = (text, words) =>
  words.length ? [el("code", { "aria-hidden": "true" }, text), el("span", { class: "unseen" }, words.join(" "))] : [el("code", {}, text)];

/** Names of players, by seat, as the query of an address of the analysis board. */
export const query = (names) => `?${new URLSearchParams(names.map((name) => ["name", name]))}`;

const made = new WeakMap(); // how kept elements looked when they were made

/** Give a box these children. Those made to look the same stay, so that a press on one is not lost when the page
 *  moves on under it; so what they do may depend only on how they look. */
export function keep(box, nodes) {
  const old = new Map();
  for (const node of box.children) old.set(made.get(node), [...(old.get(made.get(node)) ?? []), node]);
  const goal = nodes.map((node) => {
    const look = node.outerHTML, same = old.get(look)?.shift();
    made.set(node, look);
    return same ?? node;
  });
  for (const node of [...box.childNodes]) if (!goal.includes(node)) node.remove();
  goal.forEach((node, i) => { if (box.childNodes[i] !== node) box.insertBefore(node, box.childNodes[i] ?? null); });
}

/** The buttons for a move in progress; the row hides without any. */
export function askRow(buttons) {
  keep($("ask"), buttons ?? []);
  $("ask").hidden = !buttons?.length;
}

/** Wait until nothing in a box is held down: what is pressed must not be redrawn under the finger. */
export function released(box) {
  if (!box.matches(":active")) return Promise.resolve();
  return new Promise((done) => {
    for (const end of ["pointerup", "pointercancel", "keyup"]) addEventListener(end, () => setTimeout(done), { once: true }); // after its click
  });
}

/** Markup of a picture as nodes of this document. Read as XML: nothing in it runs, and broken markup is refused. */
export function parse(markup) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  const group = svg("g");
  if (read.querySelector("parsererror")) return group;
  group.append(...[...read.documentElement.childNodes].map((node) => document.importNode(node, true)));
  return group;
}

/** Text with `code`, *emphasis* and **strong** of the rule book. */
export function inline(text) {
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g)) {
    parts.push(text.slice(last, found.index));
    parts.push(el(found[1] ? "strong" : found[2] ? "em" : "code", {}, found[1] ?? found[2] ?? found[3]));
    last = found.index + found[0].length;
  }
  return [...parts, text.slice(last)];
}

/** Say something to screen readers. */
export function announce(text) {
  if (!text) return;
  const live = $("live");
  live.append(el("p", {}, text));
  while (live.childElementCount > 6) live.firstElementChild.remove();
}

/** A short note at the foot of the page; `rule` makes a link that opens the rules there. */
export function toast(text, rule = "") {
  const note = el("div", { class: "toast" }, el("span", {}, text));
  if (rule) {
    const open = () => document.dispatchEvent(new CustomEvent("rules", { detail: rule }));
    note.append(el("button", { type: "button", class: "link", onclick: open }, say("why_rule", { rule })));
  }
  const box = $("toasts");
  box.replaceChildren(note);
  setTimeout(() => note.remove(), 7000);
}

/** Ask in a dialog. `buttons` are [value, text, class]; gives the value, or null when it was closed. */
export function ask({ title, body, buttons }) {
  const box = $("ask-dialog");
  return new Promise((done) => {
    $("ask-title").textContent = title;
    $("ask-body").replaceChildren(...[body].flat());
    const close = (value) => { box.returnValue = value; box.close(value); };
    $("ask-buttons").replaceChildren(...buttons.map(([value, text, kind]) =>
      el("button", { type: "button", class: kind ?? "", onclick: () => close(value) }, text)));
    box.returnValue = "";
    const enter = (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault(); // otherwise the button that regains focus would be pressed
      close(buttons.at(-1)[0]);
    };
    box.addEventListener("keydown", enter);
    box.addEventListener("close", () => box.removeEventListener("keydown", enter), { once: true });
    box.addEventListener("close", () => done(box.returnValue || null), { once: true });
    box.showModal();
  });
}

/** Ask the API; a failure is thrown as {what, rule}. */
export async function api(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw { what: say("error_server"), rule: "" };
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw data?.error ?? { what: say("error_server"), rule: "" };
  return data;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
