// Choosing a move by its tokens, for any game: with the mouse, by touch, with the keyboard.
//
// `chosen` are the tokens touched so far, `options` what can come next (the table's tokens at first, then what the server's
// pick says). A complete move is played at once, or asked about where it is secret, where something is lost by it or where
// the person wants to be asked.
import { announce, el, toast } from "./dom.js";
import { Drag, FAR } from "./drag.js";
import { LEAST, breadth, middle, missed } from "./touch_targets.js";
import { Highlight } from "./highlight.js";
import { say } from "./words.js";
import { setting } from "./settings.js";

const HOVER_MS = 90, DOUBLE_MS = 500;
/** Up to this many small things that a move can go on with become buttons too. */
const FEW = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The index of the thing a key leads to, in the order of the picture. */
const PAGES = { PageDown: (i) => i + 1, PageUp: (i) => i - 1, Home: () => 0, End: (i, n) => n - 1 };

export class Picker {
  /** `panel` is {ask(buttons), lines(lines)}: where buttons and sentences about the move in progress are shown. */
  constructor(picture, store, socket, panel) {
    Object.assign(this, { picture, store, socket, panel });
    this.answers = new Map();
    this.asked = new Map();
    this.busy = false;
    this.asking = null; // the answer to a touch that is on its way
    this.playedAt = -Infinity;
    this.hints = [];
    this.glows = [];
    this.instead = null; // what a touch does where no move is made
    this.tooltip = null; // explains things, if the page does
    this.exploring = false; // whether the keyboard goes over everything, not only what can be touched
    this.highlight = new Highlight(picture);
    this.over = null; // the element the mouse points at
    this.passed = null; // the token whose preview is or was shown last
    this.clear();
    const board = picture.svg;
    board.addEventListener("mousedown", (event) => this.hold(event));
    document.addEventListener("mouseup", (event) => this.letGo(event));
    board.addEventListener("click", (event) => { if (!this.byMouse || !event.detail) this.tapped(tokenOf(event.target), event, event.target); });
    board.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.point(event.target.closest("[data-token]")); });
    board.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.point(null); });
    board.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) this.hover(this.exploring ? null : tokenOf(event.target)); });
    board.addEventListener("focusout", () => this.hover(null));
    board.addEventListener("keydown", (event) => { this.pointer = "keys"; this.pressed(event); });
    board.addEventListener("pointerdown", (event) => {
      this.pointer = event.pointerType;
      this.byMouse = event.pointerType === "mouse";
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.back();
    });
    this.drag = new Drag(this);
    picture.stage.addEventListener("click", (event) => { if (event.target === picture.stage) this.back(); });
  }

  clear() {
    this.chosen = [];
    this.answer = this.shown = null;
    this.hovered = null;
    clearTimeout(this.timer);
  }

  get options() {
    if (this.busy || this.picture.busy) return {};
    return this.answer ? this.answer.next ?? {} : this.store.table?.tokens ?? {};
  }

  /** What could be touched instead of the last token. */
  get others() {
    return this.chosen.length > 1 ? this.answers.get(this.key(this.chosen.slice(0, -1)))?.next ?? {} : this.store.table?.tokens ?? {};
  }

  /** The table changed. Keep a move in progress when it can still be made. */
  refresh() {
    const now = JSON.stringify([this.store.seat, this.store.table.tokens]);
    const moved = now !== this.known;
    if (moved) this.exploring = false;
    this.known = now;
    this.answers.clear();
    this.hints = [];
    if (moved || !this.chosen.length) {
      this.clear();
      this.panel.lines(null);
      this.panel.ask(null);
    } else this.touchAll(this.chosen);
    this.dress();
  }

  /** Light up what can be touched; dim what cannot be reached any more. */
  dress() {
    const { svg } = this.picture, options = this.options, begun = this.chosen.length > 0;
    const others = begun && this.answer?.complete ? this.others : {};
    const inside = svg.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    const seen = new Set();
    this.glows = [];
    let home = null, rove = null;
    for (const [node, token] of this.picture.tokens()) {
      const legal = Object.hasOwn(options, token) || Object.hasOwn(others, token), chosen = this.chosen.includes(token);
      const pick = this.hints.includes(token) ? "hint" : chosen ? "chosen" : Object.hasOwn(options, token) ? "legal" : begun && Object.hasOwn(this.store.table.tokens, token) ? "dim" : "";
      put(node, "data-pick", pick || null);
      put(node, "data-later", !legal && !chosen && this.picture.passing.has(token) ? "" : null); // drawn while the mouse passes: no touch means it yet
      if (pick === "chosen" || pick === "hint") this.glows.push([node, pick]);
      if ((legal || chosen) && !seen.has(token)) {
        seen.add(token);
        put(node, "role", "button");
        put(node, "aria-pressed", String(chosen));
        put(node, "tabindex", "-1");
        home ??= node;
        if (token === this.rove) rove = node;
      } else {
        if (node.getAttribute("role") === "button") node.setAttribute("role", "img");
        put(node, "aria-pressed", null);
        put(node, "tabindex", node === document.activeElement ? "-1" : null);
      }
    }
    this.home = rove ?? home ?? this.picture.tokens()[0]?.[0];
    this.home?.setAttribute("tabindex", "0");
    svg.classList.toggle("picking", begun);
    svg.dataset.touched = this.chosen.join(" ");
    svg.classList.toggle("can-pick", seen.size > 0);
    if (inside && this.home && seen.size && !this.exploring && !seen.has(tokenOf(document.activeElement))) this.focus(this.nearest(document.activeElement) ?? this.home);
    this.loose = this.unreached(options, begun);
    if (!begun) this.panel.ask(this.loose.length ? this.looseButtons() : null);
    this.glow();
  }

  /** What can be touched and needs a button: it is not in the picture, or one of few that are too small there for a finger. */
  unreached(options, begun) {
    const few = this.pointer === "touch" && begun && Object.keys(options).length <= FEW;
    const places = Object.keys(options).map((token) => [token, this.picture.find(token)]);
    const small = few ? places.filter(([, node]) => node && breadth(node) < LEAST).sort(([, a], [, b]) => middle(a)[0] - middle(b)[0]) : [];
    return [...small, ...places.filter(([, node]) => !node)].map(([token]) => [token, options[token]]);
  }

  /** Halos behind what is chosen, hinted and pointed at. */
  glow() {
    const over = this.over?.isConnected && this.over.getAttribute("data-pick") === "legal" ? [[this.over, "over"]] : [];
    this.highlight.show([...this.glows, ...over]);
  }

  point(node) {
    this.over = node;
    this.glow();
    this.hover(node?.dataset.token ?? null);
  }

  looseButtons() {
    const kind = this.loose.length === 1 && this.chosen.length && !this.answer?.complete ? "primary" : null; // what finishes a move
    return this.loose.map(([token, text]) => el("button", { type: "button", class: kind, "data-loose": token, onclick: () => this.touch(token) }, text[0].toUpperCase() + text.slice(1)));
  }

  key(tokens) {
    return `${this.store.table.version}|${this.store.seat}|${tokens.join("\u0000")}`;
  }

  /** What the server says about these tokens; asked once, also while the answer is on its way. */
  async pick(tokens) {
    const key = this.key(tokens);
    if (this.answers.has(key)) return this.answers.get(key);
    if (!this.asked.has(key))
      this.asked.set(key, this.socket.send({ do: "pick", seat: this.store.seat, tokens }).finally(() => this.asked.delete(key)));
    const answer = await this.asked.get(key);
    answer.drawn ??= this.picture.linesFor(answer);
    this.answers.set(key, answer);
    return answer;
  }

  /** The same for a touch: where the server says no, that is shown and there is no answer. */
  async picked(tokens) {
    try {
      return await this.pick(tokens);
    } catch (error) {
      if (error.what) toast(error.what, error.rule);
      return null;
    }
  }

  hover(token) {
    if (token === this.hovered) return;
    this.hovered = token;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(token), token ? HOVER_MS : 30);
  }

  async look(token) {
    if (this.instead) return;
    const known = this.answer?.complete && !Object.hasOwn(this.options, token ?? "") ? this.others : this.options;
    if (!token || !Object.hasOwn(known, token) || this.busy) return this.rest();
    const base = known === this.options ? this.chosen : this.chosen.slice(0, -1);
    try {
      const answer = await this.pick([...base, token]);
      if (this.hovered !== token || this.busy) return;
      this.passed = token;
      this.show(answer);
    } catch { /* a preview is only a help */ }
  }

  /** Show what the touched tokens alone would do. */
  rest() {
    if (this.busy) return;
    this.show(this.answer);
  }

  /** Show an answer: to what is chosen, or to what the mouse points at. */
  show(answer) {
    this.shown = answer;
    // While the mouse only passes by, what could be touched must stay where it is.
    const passing = answer !== this.answer;
    this.picture.preview(answer?.drawn ?? null, passing ? Object.keys(this.options) : [], this.answer?.drawn ?? null);
    this.panel.lines(answer?.lines?.length ? answer.lines : null);
    this.dress();
  }

  /** A mouse button went down. What is under it now counts: a preview may be drawn before it goes up, and the browser
   *  makes no click from a press and a release on elements that moved in between. What is drawn only for a place
   *  that the mouse has already left does not count. */
  hold({ target, button, clientX, clientY }) {
    this.held = null;
    if (!this.byMouse || button) return;
    if (this.shown !== this.answer && tokenOf(target) !== this.passed) {
      this.rest();
      target = document.elementFromPoint(clientX, clientY) ?? target;
    }
    this.held = { token: tokenOf(target), target, clientX, clientY };
  }

  letGo(event) {
    const { held } = this;
    if (!held || event.button) return;
    this.held = null;
    const far = Math.hypot(event.clientX - held.clientX, event.clientY - held.clientY) > FAR;
    if (this.drag.dropped || this.picture.zoom.panned || (far && (held.token === null || tokenOf(event.target) !== held.token))) return;
    this.tapped(held.token, { ...held, detail: event.detail }, held.target);
  }

  /** A token was touched, or with null the empty board. */
  tapped(token, event, target) {
    // The second half of a double click belongs to the move that the first half played.
    if (event.detail > 1 && performance.now() - this.playedAt < DOUBLE_MS) return;
    if (this.pointer === "touch" && this.enlarged(token, event)) return;
    const meant = this.meant(token, event);
    if (meant !== null) this.touch(meant, event.detail > 1);
    else if (this.chosen.length) this.back();
    else if (!this.instead) this.tooltip?.tapped(target, event);
  }

  /** Everything that can be touched now, with its token. */
  lit() {
    return this.picture.tokens().filter(([node]) => node.getAttribute("data-pick") === "legal");
  }

  /** Whether a tap fell where things lie too close together for a finger: then it only enlarges that place. */
  enlarged(token, { clientX, clientY }) {
    const { zoom } = this.picture, meant = this.meant(token, { clientX, clientY });
    if (this.instead || zoom.closest || !Object.hasOwn(this.options, meant ?? "")) return false;
    const lit = this.lit();
    const mine = lit.filter(([, other]) => other === meant).map(([node]) => node);
    if (mine.some((node) => breadth(node) >= LEAST)) return false;
    const gaps = mine.flatMap((node) => lit.filter(([, other]) => other !== meant).map(([other]) => apart(middle(node), middle(other))));
    const gap = Math.min(Infinity, ...gaps);
    if (gap >= LEAST) return false;
    zoom.approach(clientX, clientY, Math.max(gap, 4));
    return true;
  }

  /** The token a tap means, which hit this one (null: none): a near miss means the small thing beside it. */
  meant(token, { clientX, clientY }) {
    const sure = token !== null && (this.pointer !== "touch" || Object.hasOwn(this.options, token) || this.chosen.includes(token));
    return sure ? token : tokenOf(missed(this.lit().map(([node]) => node), clientX, clientY)) ?? token;
  }

  /** Take a token up for dragging; true when something can follow it. */
  async lift(token) {
    if (this.instead) return false;
    if (this.busy || this.asking || this.picture.busy || this.store.seat === null || !Object.hasOwn(this.options, token)) return false;
    const tokens = [...this.chosen, token];
    try {
      if (!Object.keys((await this.pick(tokens)).next ?? {}).length) return false;
    } catch { return false; }
    await this.touchAll(tokens);
    return true;
  }

  async touch(token, again = false) {
    if (this.instead) return this.instead(token);
    while (this.asking) await this.asking; // earlier touches come first
    if (this.busy || this.picture.busy) return;
    if (!this.acts) return this.tooltip?.tapped(this.picture.find(token));
    let tokens = [...this.chosen, token];
    if (!Object.hasOwn(this.options, token)) {
      if (this.chosen.at(-1) === token) {
        if (this.answer?.complete && !this.answer.loses && !again) return this.play();
        return again ? undefined : this.back();
      }
      if (this.chosen.includes(token)) tokens = this.chosen.slice(0, this.chosen.indexOf(token) + 1);
      else if (this.answer?.complete && Object.hasOwn(this.others, token)) tokens = [...this.chosen.slice(0, -1), token];
      else if (this.chosen.length && Object.hasOwn(this.store.table.tokens, token)) tokens = [token];
      else return this.why([...this.chosen, token]);
    }
    this.rove = token;
    await this.askFor(tokens);
  }

  /** Go on with these tokens; other touches wait until the server has answered. */
  askFor(tokens) {
    this.asking = this.touchAll(tokens).finally(() => { this.asking = null; });
    return this.asking;
  }

  async touchAll(tokens) {
    const again = tokens === this.chosen; // asked again because the table changed
    const answer = await this.picked(tokens);
    if (!answer || (again && tokens !== this.chosen)) return; // it was played, or taken back, while the server was asked
    const open = Object.keys(answer.next ?? {}).length > 0;
    const asks = again || (answer.secret ?? this.store.secret) || answer.loses || (answer.ask && this.pointer !== "mouse") || setting("confirm") === "on";
    this.take(tokens, answer);
    if (answer.complete && !open && !asks) this.play();
    else this.offer(!again);
  }

  /** Lay out a suggested move with the reasons for it; it is played once it is confirmed or touched again. */
  async propose(tokens, lines) {
    this.clear();
    const answer = await this.picked(tokens);
    if (!answer) return;
    this.hints = tokens;
    this.take(tokens, { ...answer, lines: [...lines, ...(answer.lines ?? [])] });
    this.offer();
  }

  take(tokens, answer) {
    this.chosen = tokens;
    this.answer = answer;
  }

  /** Show what was touched so far, with buttons to go on or back; `aloud` says it too. */
  offer(aloud = true) {
    const { chosen: tokens, answer } = this, secret = answer.secret ?? this.store.secret;
    this.show(answer);
    const names = this.called(tokens), one = tokens.length === 1 && names.length > 0, move = one ? names[0].split(", ")[0] : say("this_move"); // not what is there
    const usual = one ? "confirm_one" : "confirm_play";
    const go = answer.complete && el("button", { type: "button", class: "primary big", id: "confirm", onclick: () => this.play() },
      answer.loses ? say("confirm_anyway") : say(secret ? "confirm_secret" : usual, { move }));
    const back = el("button", { type: "button", id: "step-back", onclick: () => this.back() }, say(answer.complete ? "confirm_back" : "step_back"));
    this.panel.ask([...(go ? [go] : []), ...this.looseButtons(), back]);
    const sentence = answer.sentence || say("picked", { tokens: names.join("; ") });
    if (!answer.complete && !answer.lines?.length) this.panel.lines([sentence]);
    const goes = answer.complete && !Object.keys(answer.next ?? {}).length;
    if (aloud) for (const line of [...(answer.lines ?? []), goes ? say("confirm_keys") : sentence]) announce(line);
  }

  /** The tokens of a move in progress in words. */
  called(tokens) {
    const known = (i) => (i ? this.answers.get(this.key(tokens.slice(0, i)))?.next : this.store.table.tokens);
    return tokens.map((token, i) => known(i)?.[token]).filter(Boolean);
  }

  async play() {
    const tokens = this.chosen, seat = this.store.seat;
    this.busy = true;
    this.playedAt = performance.now();
    this.panel.played();
    clearTimeout(this.timer);
    this.picture.zoom.see(null);
    this.panel.ask(null);
    if (this.answer?.drawn) this.picture.preview(this.answer.drawn);
    this.clear();
    this.dress();
    this.send({ do: "move", seat, tokens });
  }

  /** Send a move and wait until it is stored; true if it was accepted. */
  async send(message) {
    this.busy = true;
    try {
      await this.socket.send(message);
      return true;
    } catch (error) {
      if (error.what) toast(error.what, error.rule);
      this.picture.preview(null);
      return false;
    } finally {
      this.busy = false;
      this.refreshSoon();
    }
  }

  refreshSoon() {
    if (this.picture.busy) return;
    if (!this.chosen.length) this.panel.lines(null);
    this.dress();
  }

  /** Whether a touch here can be part of a move; otherwise the thing is explained. */
  get acts() {
    return this.store.seat !== null && !this.store.table.result && Object.keys(this.store.table.tokens ?? {}).length > 0;
  }

  async why(tokens) {
    if (!this.store.mine) return;
    try {
      const answer = await this.socket.send({ do: "why", seat: this.store.seat, tokens });
      if (answer.what) toast(answer.what, answer.rule);
    } catch (error) {
      if (error.what) toast(error.what, error.rule);
    }
  }

  back() {
    if (!this.chosen.length || this.busy) return;
    const tokens = this.chosen.slice(0, -1);
    this.clear();
    this.panel.ask(null);
    if (tokens.length) this.askFor(tokens);
    else this.rest();
  }

  hint(tokens) {
    this.hints = tokens;
    this.dress();
  }

  // The keyboard

  pressed(event) {
    const token = tokenOf(event.target);
    if (event.key in ARROWS) {
      event.preventDefault();
      this.exploring = event.shiftKey || !this.acts;
      const next = this.nearest(event.target, ARROWS[event.key]);
      if (next) this.focus(next);
    } else if (event.key in PAGES) {
      event.preventDefault();
      this.exploring = true;
      const things = this.picture.things(), next = PAGES[event.key](things.indexOf(event.target), things.length);
      if (things[next]) this.focus(things[next]);
    } else if ((event.key === "Enter" || event.key === " ") && token !== null) {
      event.preventDefault();
      if (!event.repeat) this.touch(token);
    }
  }

  focus(node) {
    this.home?.setAttribute("tabindex", "-1");
    this.home = node;
    this.rove = tokenOf(node);
    node.setAttribute("tabindex", "0");
    node.focus({ focusVisible: true });
  }

  /** The nearest token by geometry, in a direction or in any. */
  nearest(from, direction = null) {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const node of this.exploring ? this.picture.things() : this.picture.tokens().map(([one]) => one)) {
      if (node === from || node.contains(from) || (!this.exploring && node.getAttribute("role") !== "button")) continue;
      const [a, b] = middle(node), dx = a - x, dy = b - y;
      let cost = Math.hypot(dx, dy);
      if (direction) {
        const along = dx * direction[0] + dy * direction[1], aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
        if (along < 1 || aside > along * 2.5) continue;
        cost = along + 2 * aside;
      }
      if (cost < least) [best, least] = [node, cost];
    }
    return best;
  }
}

/** Set an attribute, or remove it with null; nothing happens if it is so already. */
function put(node, name, value) {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

function tokenOf(node) {
  return node?.closest?.("[data-token]")?.dataset.token ?? null;
}

const apart = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
