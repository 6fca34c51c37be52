// What a thing on the board is: a sentence in a small bubble, after pointing at it for a moment, pressing it long, or moving the
// focus there and pressing ? or i. It never plays a move: a long press swallows the touch it would have been.
import { announce, el } from "./dom.js";
import { FAR } from "./drag.js";

const HOVER_MS = 400, PRESS_MS = 600, LATE_MS = 100, LARGE = 260, GAP = 8;
const THING = "[data-token],[data-what]";

const thingAt = (node) => node?.closest?.(THING) ?? null;
const nameOf = (node) => node.dataset.token ?? node.dataset.what;

export class Tooltip {
  /** `ask(thing)` gives a promise of the sentence. */
  constructor(picture, ask) {
    Object.assign(this, { picture, ask });
    this.bubble = el("div", { id: "what", role: "tooltip", hidden: true });
    document.body.append(this.bubble);
    this.thing = null; // what is shown, or asked for
    const board = picture.svg;
    board.addEventListener("pointerover", (event) => this.hover(event));
    board.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.hide(); });
    board.addEventListener("pointerdown", (event) => this.press(event));
    board.addEventListener("click", (event) => this.swallow(event), true);
    board.addEventListener("contextmenu", (event) => { if (this.pressed) event.preventDefault(); });
    board.addEventListener("keydown", (event) => {
      const node = event.key === "?" || event.key === "i" ? thingAt(event.target) : null;
      if (node) this.show(node, { aloud: true });
    });
    document.addEventListener("pointerdown", (event) => { if (!this.bubble.contains(event.target)) this.hide(); }, true);
    document.addEventListener("pointermove", (event) => { if (this.from && Math.hypot(event.clientX - this.from.clientX, event.clientY - this.from.clientY) > FAR) this.release(); });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => this.release());
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.bubble.hidden) return;
      event.stopImmediatePropagation();
      this.hide();
    }, true);
    addEventListener("scroll", () => this.hide(), true);
  }

  hover(event) {
    if (event.pointerType !== "mouse") return;
    const node = thingAt(event.target), thing = node && nameOf(node);
    if (thing === this.thing) return;
    this.hide();
    if (!node || event.buttons) return;
    this.thing = thing;
    this.timer = setTimeout(() => this.show(node, { at: event }), HOVER_MS);
  }

  press(event) {
    const node = thingAt(event.target);
    this.pressed = false;
    if (event.pointerType === "mouse" || !node) return;
    this.from = { clientX: event.clientX, clientY: event.clientY };
    this.hold(node);
  }

  /** Wait for a long press. A page that was too busy may have missed that the finger was lifted, so it waits again. */
  hold(node) {
    const deadline = performance.now() + PRESS_MS;
    this.held = setTimeout(() => {
      if (performance.now() > deadline + LATE_MS) return this.hold(node);
      this.pressed = true;
      this.show(node, { at: this.from, aloud: true });
    }, PRESS_MS);
  }

  /** The finger was lifted or moved away before it became a long press. */
  release() {
    clearTimeout(this.held);
    this.from = null;
  }

  swallow(event) {
    if (!this.pressed) return;
    this.pressed = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  /** Explain the thing a touch was on, if there is one. */
  tapped(target, at = null) {
    const node = thingAt(target);
    if (node) this.show(node, { at, aloud: true });
  }

  /** Explain a thing; `at` is where it was pointed at, `aloud` says it for screen readers. */
  async show(node, { at = null, aloud = false } = {}) {
    const thing = nameOf(node);
    clearTimeout(this.timer);
    this.thing = thing;
    let text = "";
    try {
      text = await this.ask(thing);
    } catch { /* without a connection nothing is explained */ }
    if (!text || this.thing !== thing) return;
    const shown = node.isConnected ? node : [...this.picture.svg.querySelectorAll(THING)].find((other) => nameOf(other) === thing);
    if (!shown) return;
    this.bubble.textContent = text;
    this.bubble.hidden = false;
    this.described = shown;
    shown.setAttribute("aria-describedby", "what");
    this.place(shown.getBoundingClientRect(), at);
    if (aloud) announce(text);
  }

  /** Above the thing, or below it where there is no room; beside the pointer where the thing is large. */
  place(box, at) {
    const { width, height } = this.bubble.getBoundingClientRect(), point = at && Math.max(box.width, box.height) > LARGE;
    const [left, top, bottom] = point ? [at.clientX, at.clientY - GAP, at.clientY + 2 * GAP] : [box.left + box.width / 2, box.top, box.bottom];
    const x = Math.max(GAP, Math.min(left - width / 2, document.documentElement.clientWidth - width - GAP));
    const y = top - height - GAP > GAP ? top - height - GAP : Math.min(bottom + GAP, innerHeight - height - GAP);
    this.bubble.style.setProperty("--x", `${x}px`);
    this.bubble.style.setProperty("--y", `${y}px`);
  }

  hide() {
    clearTimeout(this.timer);
    this.thing = null;
    this.bubble.hidden = true;
    this.described?.removeAttribute("aria-describedby");
    this.described = null;
  }
}
