// The picture of the game: a static layer that is drawn once, and a moving layer that is updated element by
// element, so that what did not change stays where it is (and keeps its focus), and what did can be animated.
import { calm, parse, svg } from "./dom.js";
import { say } from "./words.js";
import { Zoom } from "./zoom.js";

const OURS = new Set(["tabindex", "data-pick", "data-later", "data-fresh", "aria-pressed", "aria-disabled", "aria-describedby"]);
const SAME = "data-same";
const STAGE_MS = 1200;
/** Updates allowed to queue behind one being shown. */
const MOST_WAITING = 2;
/** The height of a capital as a share of the font size. */
const CAPITAL = 0.72;
/** How far a long name is narrowed. */
const SMALLEST = 0.75;
const plain = (text) => (text.includes("&") ? parse(`<text>${text}</text>`).textContent : text);
const key = (node) => (node.id ? `#${node.id}` : `${node.nodeName}.${node.getAttribute?.("class")?.replace(/ ?pb-legal/, "") ?? ""}`);
const looks = (node) => `${node.getAttribute("class")?.replace(/ ?pb-legal/, "")}|${node.getAttribute("transform")}`;

export class Picture {
  constructor(stage) {
    this.stage = stage;
    this.board = svg("g", { class: "layer-board" });
    this.layer = svg("g", { class: "layer-pieces" });
    this.names = svg("g", { class: "layer-names" });
    this.svg = svg("svg", { class: "pb", role: "application", "aria-label": say("board_help") }, this.board, this.layer, this.names);
    this.lines = [];
    this.shown = null; // the lines that are drawn now
    this.queue = Promise.resolve();
    this.showing = 0;
    this.pace = 1; // how long everything stays, relative to the usual
    this.until = 0; // how long what is shown may be looked at before the next update
    this.wake = null; // ends a pause
    // A touch ends the pause and does nothing else: other listeners for it have found the picture busy.
    for (const by of ["click", "keyup"]) document.addEventListener(by, () => this.seen());
    this.begun = 0; // how many whole pictures there were
    this.whatIf = null;
    this.passing = new Set(); // tokens that are drawn as they are only because the mouse passes
    this.called = []; // the names of the players, by seat
    this.size = 0; // of a unit of the picture, in pixels, until it is measured again
    this.boxes = { tall: "", wide: "" }; // the frames of the board: with what goes with it below, or beside it where there is one
    this.places = new CSSStyleSheet(); // where its groups stand in the wide one
    document.adoptedStyleSheets.push(this.places);
    addEventListener("resize", () => this.fit());
    this.box = [0, 0, 1, 1]; // left, top, width and height of the whole board
    this.view = null; // the part of it that is seen: {x, y, w, h}; null for all of it
    this.zoom = new Zoom(this);
  }

  /** Units of the picture in one pixel. */
  get unit() {
    this.size ||= this.svg.getScreenCTM()?.a || 1;
    return 1 / this.size;
  }

  /** A whole new picture; what was still to be shown of the one before is passed over. */
  begin(picture) {
    this.begun += 1;
    this.seen();
    if (this.svg.parentNode !== this.stage) this.stage.replaceChildren(this.svg);
    this.frame(picture);
    this.lines = picture.lines ?? linesOf(picture.pieces ?? "");
    this.whatIf = null;
    this.passing.clear();
    this.draw(this.lines, false);
  }

  frame(picture) {
    const { box, wide } = picture;
    if (box && (box !== this.boxes.tall || (wide?.box ?? "") !== this.boxes.wide)) {
      this.boxes = { tall: box, wide: wide?.box ?? "" };
      this.places.replaceSync(Object.entries(wide?.places ?? {}).map(([name, there]) => `svg.pb.wide .pb-place-${name}{transform:${there}}`).join(""));
      this.fit();
    }
    if (picture.board !== undefined) this.board.replaceChildren(...parse(picture.board).childNodes);
    if (picture.names !== undefined) this.names.replaceChildren(...parse(picture.names).childNodes);
  }

  /** Take the frame in which the board is larger, each with the room the page gives to its shape. */
  fit() {
    this.size = 0;
    const [tall, wide] = [this.boxes.tall, this.boxes.wide].map((box) => (box ? box.split(" ").map(Number) : null));
    const beside = Boolean(tall && wide && this.scaleOf(wide) > this.scaleOf(tall));
    const box = beside ? wide : tall ?? this.box;
    this.scaleOf(box);
    this.svg.classList.toggle("wide", beside);
    if (box.join(" ") === this.box.join(" ")) return;
    this.box = box;
    this.look(null);
  }

  /** Lay the page out for a frame; how large a unit of the picture is then. */
  scaleOf([, , w, h]) {
    document.body.style.setProperty("--ratio", w / h || 1);
    return Math.min(this.stage.clientWidth / w, this.stage.clientHeight / h);
  }

  /** Show a part of the board, or with null all of it. */
  look(view) {
    this.size = 0;
    this.view = view;
    this.svg.setAttribute("viewBox", view ? `${view.x} ${view.y} ${view.w} ${view.h}` : this.box.join(" "));
    this.svg.classList.toggle("zoomed", Boolean(view));
  }

  /** Bring the picture up to date, first showing stages one after the other. The next update waits until this one was shown
   *  for `hold` milliseconds, or touched. Gives a promise of when it is done. */
  update(picture, stages = [], hold = 0) {
    this.frame(picture);
    const before = this.lines;
    if (picture.pieces !== undefined) this.lines = linesOf(picture.pieces);
    else if (picture.edits) this.lines = edited(before, picture.edits);
    this.whatIf = null;
    this.passing.clear();
    const goal = this.lines, { begun } = this;
    const steps = calm() || this.showing > MOST_WAITING ? [] : stages.map((stage) => (typeof stage === "string" ? linesOf(stage) : edited(before, stage)));
    const finish = () => {
      if (begun !== this.begun) return;
      this.draw(goal, true);
      this.until = performance.now() + hold * this.pace;
    };
    if (!steps.length && !this.showing && performance.now() >= this.until) {
      finish();
      return Promise.resolve();
    }
    this.showing += 1;
    if (this.showing > MOST_WAITING) this.wake?.();
    this.queue = this.queue.then(async () => {
      if (this.showing <= MOST_WAITING) await this.looked();
      for (const step of steps) {
        if (begun !== this.begun) break;
        this.draw(step, true);
        await this.pause(STAGE_MS * this.pace);
      }
      finish();
      this.showing -= 1;
    });
    return this.queue;
  }

  /** Resolves when the current picture has been shown long enough. */
  looked() {
    return this.pause(this.until - performance.now());
  }

  pause(ms) {
    if (ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }

  seen() {
    this.until = 0;
    this.wake?.();
  }

  get busy() {
    return this.showing > 0;
  }

  /** The lines of an answer's picture: whole, or as edits of the layer as it is now. */
  linesFor(answer) {
    if (answer.edits) return edited(this.lines, answer.edits);
    return answer.pieces ? linesOf(answer.pieces) : null;
  }

  /** Show how it would be (lines of the moving layer), or with null how it is. Where a token of `kept` would go by that, what
   *  is chosen already stays: the lines of `rest`, or how it is. */
  preview(lines, kept = [], rest = null) {
    if (this.busy || (this.whatIf ?? null) === (lines ?? null)) return;
    this.passing.clear();
    if (lines && kept.length) {
      const before = tokensOf(this.lines), then = tokensOf(lines), fixed = new Set([...this.board.querySelectorAll("[data-token]")].map((node) => node.dataset.token));
      if (kept.some((token) => before.has(token) && !then.has(token) && !fixed.has(token))) return this.preview(rest);
      const stays = new Set(rest ?? this.lines);
      this.passing = tokensOf(lines.filter((line) => !stays.has(line)));
    }
    this.whatIf = lines ?? null;
    this.svg.classList.toggle("what-if", Boolean(lines));
    this.draw(lines ?? this.lines, false, !kept.length);
  }

  /** With `names` false, labels stay as they are: what the keyboard only passes over has not happened. */
  draw(lines, animate, names = true) {
    const held = this.svg.contains(document.activeElement) ? document.activeElement : null;
    const ring = Boolean(held?.matches(":focus-visible"));
    if (!this.whatIf) this.svg.classList.remove("what-if");
    const moves = this.bring(lines, animate && !calm(), names);
    // Elements that change their order lose the focus, which keyboard players need.
    if (held && document.activeElement !== held) {
      const node = held.isConnected ? held : this.find(held.dataset.token) ?? this.layer.querySelector("[data-token]");
      node?.setAttribute("tabindex", "-1");
      node?.focus({ preventScroll: true, focusVisible: ring });
    }
    for (const move of moves) move();
    this.sign();
  }

  /** Use these names, by seat, wherever the picture says whose something is; by itself it knows only colours. */
  call(names) {
    if (names.join("\n") === this.called.join("\n")) return;
    const { shown } = this, before = this.called;
    this.called = names;
    if (shown && before.some(Boolean)) {
      this.shown = null; // everything is redrawn, so that no old name stays
      this.draw(shown, false);
    } else this.sign();
  }

  sign() {
    for (const spot of this.layer.querySelectorAll(".pb-owner")) {
      const { seat, size, room } = spot.dataset, name = this.called[seat], word = spot.firstElementChild;
      if (!name) continue;
      const text = word.matches("text") ? word : svg("text", { fill: word.getAttribute("stroke"), "font-size": size / CAPITAL, dy: "0.35em", "aria-hidden": "true" });
      if (text !== word) spot.replaceChildren(text);
      if (text.dataset.name !== name) fitted(text, name, Number(room));
    }
  }

  /** Make the layer show these lines; an element whose line is the same stays as it is and is not even read. Gives the animations. */
  bring(lines, animate, names) {
    const before = new Set(this.shown ?? []);
    const short = lines.map((line) => {
      const id = before.has(line) ? wholeId(line) : null;
      return id ? `<g id="${id}" ${SAME}=""/>` : line;
    });
    this.shown = lines;
    for (const goal of [short, lines]) {
      const moves = [];
      if (morph(this.layer, parse(goal.join("\n")), animate ? moves : null, names)) return moves;
    }
    return [];
  }

  /** Everything that can be touched in principle: [element, token]. */
  tokens() {
    return [...this.svg.querySelectorAll("[data-token]")].map((node) => [node, node.dataset.token]);
  }

  /** Everything that can be asked what it is. */
  things() {
    const hidden = this.svg.classList.contains("wide") ? ".pb-tall" : ".pb-wide";
    return [...this.layer.querySelectorAll("[data-token],[data-what]")].filter((node) => !node.closest(hidden));
  }

  find(token) {
    return this.tokens().find(([, other]) => other === token)?.[0] ?? null;
  }
}

/** A drawing as lines: elements with an id have one each, so that a change is a few lines. */
const linesOf = (markup) => markup.split("\n").filter(Boolean);

/** Lines after edits: each says where, how many lines go, and which come instead. */
export function edited(lines, edits) {
  const made = [...lines];
  for (const [at, gone, fresh] of [...edits].reverse()) made.splice(at, gone, ...fresh);
  return made;
}

/** The id of a line that is one element and all of it; null for any other. */
function wholeId(line) {
  const id = line.match(/^<[a-z]+ id="([^"]+)"/)?.[1];
  return id && line.match(/<[a-z]/g).length === line.match(/<\/|\/>/g)?.length ? id : null;
}

function tokensOf(lines) {
  return new Set([...lines.join("").matchAll(/data-token="([^"]*)"/g)].map(([, text]) => plain(text)));
}

/** Make `old` equal to `goal`, keeping every element that can stay, and without `names` what it is called. `moves` gathers
 *  animations. False if one that should stay is not there. */
function morph(old, goal, moves, names) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== goal.nodeValue) old.nodeValue = goal.nodeValue;
    return true;
  }
  for (const { name } of [...old.attributes]) if (!goal.hasAttribute(name) && !OURS.has(name) && name !== "class") old.removeAttribute(name);
  for (const { name, value } of goal.attributes) if (old.getAttribute(name) !== value && (names || name !== "aria-label")) old.setAttribute(name, value);
  const left = new Map();
  for (const child of old.childNodes) left.set(key(child), [...(left.get(key(child)) ?? []), child]);
  let at = old.firstChild;
  for (const wanted of [...goal.childNodes]) {
    const same = left.get(key(wanted))?.shift();
    if (same) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (wanted.hasAttribute?.(SAME) || same.isEqualNode(wanted)) continue;
      const animated = moves && wanted.id ? glide(same, wanted, moves) : false;
      if (!morph(same, wanted, animated ? null : moves, names)) return false;
    } else {
      if (wanted.querySelector?.(`[${SAME}]`) || wanted.hasAttribute?.(SAME)) return false;
      old.insertBefore(wanted, at);
      if (moves && (wanted.id || wanted.getAttribute?.("class"))) moves.push(() => flash(wanted, "new"));
    }
  }
  for (const rest of left.values()) for (const node of rest) node.remove();
  return true;
}

/** Fit a name into this much room: smaller if it is long, cut off if it is longer still. */
function fitted(text, name, room) {
  text.dataset.name = name;
  text.textContent = name;
  text.removeAttribute("textLength");
  for (let n = name.length - 1; text.getComputedTextLength() * SMALLEST > room && n > 0; n--) text.textContent = `${name.slice(0, n).trimEnd()}…`;
  if (text.getComputedTextLength() <= room) return;
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  text.setAttribute("textLength", room);
}

/** An element that stays but looks different glides to its new place, or flashes where it is. */
function glide(old, goal, moves) {
  if (looks(old) === looks(goal)) return false;
  if (old.getAttribute("transform") !== goal.getAttribute("transform")) {
    const from = place(old), to = place(goal);
    moves.push(() => old.animate?.([{ transform: from }, { transform: to }], { duration: 280, easing: "ease-in-out" }));
  } else moves.push(() => flash(old, "changed"));
  return true;
}

function place(node) {
  const m = node.transform?.baseVal?.consolidate()?.matrix;
  return m ? `matrix(${m.a}, ${m.b}, ${m.c}, ${m.d}, ${m.e}, ${m.f})` : "none";
}

function flash(node, kind) {
  node.setAttribute?.("data-fresh", kind);
  setTimeout(() => node.removeAttribute?.("data-fresh"), 700);
}
