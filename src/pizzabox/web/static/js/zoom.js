// A closer look at the board: by a button, by pinching, with the wheel and Ctrl, by the keys + - 0, and by a tap where
// things lie too close together for a finger. One finger, or the mouse beside the pieces, moves the enlarged board.
//
// What is seen is the view box of the picture: {x, y, w, h} in its units, or null for the whole board.
import { calm, el, svg } from "./dom.js";
import { say } from "./words.js";

/** Pixels a finger needs. */
export const FINGER = 44;
const CLOSEST = 6, STEP = 2, SHAKE = 8, GLIDE_MS = 160;

export class Zoom {
  constructor(picture) {
    this.picture = picture;
    this.fingers = new Map();
    this.panned = false; // whether the last press moved the board, so that its end is not a touch
    const { stage } = picture;
    this.button = el("button", { type: "button", class: "round", id: "zoom", onclick: () => this.toggle() }, svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", {})));
    document.querySelector(".top .switches")?.prepend(this.button);
    this.label();
    stage.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => this.up(event));
    stage.addEventListener("click", (event) => { if (this.panned && event.detail) event.stopPropagation(); }, true);
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("keydown", (event) => this.key(event));
    stage.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) this.bringIn(event.target); });
    addEventListener("resize", () => { if (this.size !== this.sized()) this.see(null); });
  }

  /** The room for the board. A resize event without a change of size, as phones send, changes nothing. */
  sized() {
    const { clientWidth, clientHeight } = this.picture.stage;
    return `${clientWidth} ${clientHeight}`;
  }

  get on() {
    return this.picture.view !== null;
  }

  /** The zoom factor; 1 is the whole board. */
  get scale() {
    const { view } = this.picture;
    return view ? this.all().w / view.w : 1;
  }

  /** The whole board in the shape of the stage. */
  all() {
    const [x, y, w, h] = this.picture.box, { clientWidth, clientHeight } = this.picture.stage;
    const shape = clientWidth / clientHeight || w / h, wide = Math.max(w, h * shape), high = wide / shape;
    return { x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high };
  }

  /** A place of the screen in units of the picture. */
  at(clientX, clientY) {
    const { a, e, f } = this.picture.svg.getScreenCTM();
    return { x: (clientX - e) / a, y: (clientY - f) / a };
  }

  /** Zoom to this factor at a point of the picture, which stays where it is on the screen if `still`. */
  look(scale, point, still = true, soon = false) {
    const all = this.all(), now = this.picture.view ?? all, k = Math.min(CLOSEST, scale);
    if (k < 1.05) return this.see(null, soon);
    const w = all.w / k, h = all.h / k;
    const x = still ? point.x - ((point.x - now.x) * w) / now.w : point.x - w / 2, y = still ? point.y - ((point.y - now.y) * h) / now.h : point.y - h / 2;
    this.see({ x: within(x, w, all.x, all.w), y: within(y, h, all.y, all.h), w, h }, soon);
  }

  /** Show that part of the board: at once, or in a short glide. */
  see(view, soon = false) {
    cancelAnimationFrame(this.frame);
    const from = this.picture.view ?? this.all(), to = view ?? this.all(), began = performance.now();
    if (!view && !this.on) return;
    const step = () => {
      const part = Math.min(1, (performance.now() - began) / GLIDE_MS);
      if (part < 1) {
        this.picture.look({ x: mid(from.x, to.x, part), y: mid(from.y, to.y, part), w: mid(from.w, to.w, part), h: mid(from.h, to.h, part) });
        this.frame = requestAnimationFrame(step);
      } else this.rest(view);
    };
    if (soon || calm()) this.rest(view);
    else step();
  }

  rest(view) {
    this.size = this.sized();
    this.picture.look(view);
    this.label();
  }

  label() {
    const text = say(this.on ? "zoom_out" : "zoom_in");
    this.button.setAttribute("aria-label", text);
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.title = text;
    this.button.querySelector("use").setAttribute("href", this.on ? "#i-zoom-out" : "#i-zoom-in");
    this.picture.svg.dataset.zoom = this.scale.toFixed(2);
  }

  toggle() {
    const all = this.all();
    if (this.on) this.see(null);
    else this.look(STEP, { x: all.x + all.w / 2, y: all.y + all.h / 2 });
  }

  /** Zoom in at a place of the screen until what is `small` pixels wide there suits a finger. */
  approach(clientX, clientY, small) {
    this.look((this.scale * FINGER * 1.05) / small, this.at(clientX, clientY), false);
  }

  /** Whether the board cannot be zoomed in further. */
  get closest() {
    return this.scale > CLOSEST - 0.05;
  }

  /** Move the board so that an element is seen. */
  bringIn(node) {
    if (!this.on) return;
    const box = node.getBoundingClientRect(), stage = this.picture.stage.getBoundingClientRect();
    if (box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom) return;
    this.look(this.scale, this.at(box.left + box.width / 2, box.top + box.height / 2), false, true);
  }

  down(event) {
    if (event.pointerType === "mouse" && (event.button || !this.on || event.target.closest("[data-pick=legal]"))) return;
    if (!this.fingers.size) this.panned = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, far: 0 });
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const before = [...this.fingers.values()].map(({ x, y }) => ({ x, y }));
    finger.far += Math.hypot(event.clientX - finger.x, event.clientY - finger.y);
    [finger.x, finger.y] = [event.clientX, event.clientY];
    const after = [...this.fingers.values()];
    if (after.length === 2) {
      this.panned = true;
      const [was, now] = [before, after].map(([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) || 1 }));
      this.look((this.scale * now.apart) / was.apart, this.at(was.x, was.y), true, true);
      this.shift(now.x - was.x, now.y - was.y);
    } else if (this.on && finger.far > SHAKE) {
      this.panned = true;
      this.shift(after[0].x - before[0].x, after[0].y - before[0].y);
    }
  }

  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** Move the board by this many pixels. */
  shift(dx, dy) {
    const { view, unit } = this.picture;
    if (!view) return;
    const all = this.all();
    this.see({ ...view, x: within(view.x - dx * unit, view.w, all.x, all.w), y: within(view.y - dy * unit, view.h, all.y, all.h) }, true);
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.look(this.scale * 1.0025 ** -event.deltaY, this.at(event.clientX, event.clientY), true, true);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !"+-0".includes(event.key)) return;
    const box = event.target.getBoundingClientRect(), point = this.at(box.left + box.width / 2, box.top + box.height / 2);
    if (event.key === "0") this.see(null);
    else this.look(this.scale * (event.key === "+" ? 1.5 : 1 / 1.5), point, event.target === this.picture.svg);
  }
}

const mid = (a, b, part) => a + (b - a) * part;
/** Clamp the start of a part so that it stays within the whole. */
const within = (at, length, from, whole) => Math.max(from, Math.min(at, from + whole - length));
