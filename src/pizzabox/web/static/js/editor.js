// Setting a position up by hand, for any game: brushes that are laid on places of the picture, and a form for the rest.
import { $, api, el, toast } from "./dom.js";
import { say } from "./words.js";

const PAUSE_MS = 300;
const NARROW = "(max-width:820px),(max-aspect-ratio:1/1)"; // the board is above the tools
const SHORT = 19; // letters of a choice that fits half a line

export class Editor {
  /** `about(message)` adds the position shown; `step(board)` goes on to a painted one; `redraw()` shows it anew. */
  constructor(picker, about, step, redraw) {
    Object.assign(this, { picker, about, step, redraw, brush: "", known: "", asked: 0 });
    this.open = new Set();
    $("hand").addEventListener("toggle", () => { if ($("hand").open) this.load(); else this.take(""); });
    $("brush-select").addEventListener("change", () => this.take($("brush-select").value));
    $("brush-done").addEventListener("click", () => this.take(""));
    $("form").addEventListener("submit", (event) => { event.preventDefault(); this.apply(); });
    $("form-back").addEventListener("click", () => this.load(true));
  }

  get painting() {
    return this.brush !== "";
  }

  /** Take a brush; without one, moves are played again. */
  take(brush) {
    if (brush === this.brush) return;
    const was = this.brush;
    this.brush = brush;
    if (brush && matchMedia(NARROW).matches && $("stage").getBoundingClientRect().bottom < innerHeight / 2) $("stage").scrollIntoView({ block: "center" });
    const ready = this.redraw().catch((error) => {
      this.brush = was;
      this.show(this.board);
      toast(error.what ?? String(error));
    });
    this.picker.instead = (token) => ready.then(() => this.picker.touch(token)); // a touch before the board is ready for it
  }

  /** Another board is shown. */
  show(board) {
    if (!board.brushes.some(([name]) => name === this.brush)) this.brush = "";
    this.board = board;
    const full = ([, text, title]) => (title ? `${title}, ${text}` : text);
    const choice = ([value, called]) => el("label", { class: "choice" },
      el("input", { type: "radio", name: "brush", value, ...(value === this.brush ? { checked: true } : {}), onchange: () => this.take(value) }), el("span", {}, called));
    const held = document.activeElement?.name === "brush";
    $("brushes").replaceChildren(choice(["", say("an_no_brush")]), ...groups(board.brushes, (brush) => brush[2]).map(([title, brushes]) =>
      el("div", { role: "group", class: "choices", ...(title ? { "aria-label": title } : {}) }, title ? el("h3", {}, title) : null, brushes.map(choice))));
    if (held) $("brushes").querySelector(":checked")?.focus();
    $("brush-select").replaceChildren(...board.brushes.map((brush) => el("option", { value: brush[0], selected: brush[0] === this.brush }, full(brush))));
    $("brush-bar").hidden = !this.painting;
    $("stage").classList.toggle("painted", this.painting);
    $("brushes").hidden = !board.brushes.length;
    $("hand-help").hidden = !board.brushes.length;
    $("note").textContent = board.note;
    $("hand").hidden = !board.note;
    this.picker.instead = this.painting ? (token) => this.lay(token) : null;
    if (this.painting) $("prompt").textContent = say("an_paint", { brush: full(board.brushes.find(([name]) => name === this.brush)) });
    if ($("hand").open && board.code !== this.known) this.load();
  }

  async lay(token) {
    if (this.busy) return;
    this.busy = true;
    try {
      this.step(await api("POST", "/api/board/do", this.about({ do: "paint", brush: this.brush, token })));
    } catch (error) {
      toast(error.what ?? String(error), error.rule);
    } finally {
      this.busy = false;
    }
  }

  /** Fetch the form of the position shown. */
  async load(anew = false) {
    const code = this.board?.code;
    if (!code || (code === this.known && !anew)) return;
    this.known = code;
    this.entries = {};
    this.state("");
    const found = await api("POST", "/api/board/do", this.about({ do: "form" }));
    if (this.known === code) this.fill(found);
  }

  fill({ fields, lists }) {
    $("form").hidden = !fields.length;
    this.begun();
    const held = document.activeElement?.closest?.("#form")?.contains(document.activeElement) ? document.activeElement.name : "";
    $("form-groups").replaceChildren(...groups(fields, (field) => field.group).map(([title, inside], i) => {
      const shown = this.open.has(title) || i === 0;
      const box = el("details", { class: "form-group", ...(shown ? { open: true } : {}) }, el("summary", {}, title), el("div", { class: "form-fields" }, inside.map((field) => this.field(field, lists))));
      box.addEventListener("toggle", () => this.open[box.open ? "add" : "delete"](title));
      return box;
    }));
    if (held) $("form").elements[held]?.focus();
    $("form").dataset.code = this.known;
  }

  field(field, lists) {
    const id = `field-${field.name}`;
    const change = (value) => this.enter(field, value, input);
    let input, control;
    if (field.choices !== null) {
      control = input = el("select", { id, name: field.name, onchange: () => change(input.value) },
        lists[field.choices].map(([value, text]) => el("option", { value, selected: value === field.value }, text)));
    } else {
      const turn = (by) => {
        const value = Math.min(field.high, Math.max(field.low, (Number(input.value) || 0) + by));
        if (String(value) !== input.value) { input.value = value; change(value); }
      };
      input = el("input", { id, name: field.name, type: "number", inputmode: "numeric", min: field.low, max: field.high, value: field.value, oninput: () => change(input.value === "" ? null : Number(input.value)) });
      control = el("span", { class: "stepper" },
        el("button", { type: "button", "aria-label": say("an_less", { field: field.text }), onclick: () => turn(-1) }, "−"), input,
        el("button", { type: "button", "aria-label": say("an_more", { field: field.text }), onclick: () => turn(1) }, "+"));
    }
    const wide = field.choices !== null && lists[field.choices].some(([, text]) => text.length > SHORT);
    return el("div", { class: `form-field${wide ? " wide" : ""}` }, el("label", { for: id }, field.text), control);
  }

  /** Check what was entered and show what is wrong with it before anything changes. */
  enter(field, value, input) {
    if (value === field.value) delete this.entries[field.name];
    else this.entries[field.name] = value;
    input.closest(".form-field").classList.toggle("changed", value !== field.value);
    this.begun();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.trial(), PAUSE_MS);
  }

  begun() {
    const begun = Object.keys(this.entries).length > 0;
    $("form").classList.toggle("begun", begun);
    $("form-back").disabled = !begun;
  }

  async trial() {
    const mine = ++this.asked;
    if (!Object.keys(this.entries).length) return this.state("");
    try {
      await this.filled();
      if (mine === this.asked) this.state(say("an_fine"));
    } catch (error) {
      if (mine === this.asked) this.state(error.what, true);
    }
  }

  filled() {
    return api("POST", "/api/board/do", this.about({ do: "fill", entries: this.entries }));
  }

  async apply() {
    clearTimeout(this.timer);
    this.asked += 1;
    if (!Object.keys(this.entries).length) return this.state(say("an_nothing"));
    try {
      const board = await this.filled();
      this.step(board);
      this.state(say("an_done"));
    } catch (error) {
      this.state(error.what, true);
    }
  }

  state(text, wrong = false) {
    $("form-state").textContent = text;
    $("form-state").classList.toggle("wrong", wrong);
    $("form-state").hidden = !text;
  }
}

/** Things in groups, in the order in which the groups first appear. */
function groups(things, of) {
  const found = new Map();
  for (const thing of things) found.set(of(thing), [...(found.get(of(thing)) ?? []), thing]);
  return [...found];
}
