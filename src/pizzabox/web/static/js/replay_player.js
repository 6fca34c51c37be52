// The replay of a finished game: frames, buttons, keys, log and graph. The page provides the frames.
import { $, COLOURS, el, keep, scored, topping } from "./dom.js";
import { EvaluationGraph } from "./evaluation_graph.js";
import { Picture, edited } from "./picture.js";
import { SpokenPosition } from "./spoken_position.js";
import { say } from "./words.js";

const STRIP = 12, STEP_MS = 1300;

/** Frames in strips, each fetched once. */
export class Reel {
  constructor(fetchStrip, last) {
    Object.assign(this, { fetchStrip, last });
    this.strips = new Map();
  }

  strip(n, view) {
    const first = Math.floor(n / STRIP) * STRIP, key = `${view} ${first}`;
    if (first > this.last) return Promise.resolve([]);
    if (!this.strips.has(key)) {
      const made = this.fetchStrip(view, first, Math.min(first + STRIP - 1, this.last)).then((frames) => {
        let drawn = "";
        return frames.map((frame) => ({ ...frame, pieces: (drawn = frame.pieces ?? edited(drawn.split("\n"), frame.edits).join("\n")) }));
      });
      made.catch(() => this.strips.delete(key));
      this.strips.set(key, made);
    }
    return this.strips.get(key);
  }

  async get(n, view) {
    const frames = await this.strip(n, view);
    return frames.find((frame) => frame.n === n);
  }
}

export class ReplayPlayer {
  /** `replay`: what the head of a review says. `source`: {frames(view, from, to), log(view)}. `moved` is called after every step. */
  constructor(replay, source, moved = () => {}) {
    Object.assign(this, { replay, source, moved });
    this.reel = new Reel(source.frames, replay.last);
    this.picture = new Picture($("stage"));
    this.picture.svg.setAttribute("role", "group");
    this.picture.svg.setAttribute("aria-label", say("rv_board"));
    this.graph = new EvaluationGraph($("graph"), replay, (n) => this.go(n));
    this.frame = null; // what is shown
    this.spoken = new SpokenPosition(() => this.frame.spoken);
    this.n = -1;
    this.view = "open";
    this.opinion = null;
    this.log = replay.log;
    this.timer = 0;
    this.picture.call(replay.seats.map((seat) => seat.called));
    this.picture.begin({ ...replay.picture, pieces: "" });
    this.buttons();
    this.showLog();
  }

  buttons() {
    const { replay } = this;
    $("scrub").max = replay.last;
    $("scrub").addEventListener("input", () => this.go(Number($("scrub").value)));
    const steps = { "to-first": () => 0, back: () => this.n - 1, forward: () => this.n + 1, "to-last": () => replay.last };
    for (const [id, where] of Object.entries(steps)) $(id).addEventListener("click", () => { this.pause(); this.go(where()); });
    $("play").addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    $("view").replaceChildren(...[["open", say("rv_view_open")], ...replay.seats.map((seat) => [String(seat.seat), say("rv_view_seat", { name: seat.name })]), ["watch", say("rv_view_watch")]]
      .map(([value, text]) => el("option", { value }, text)));
    $("view").addEventListener("change", () => this.look($("view").value));
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea") || (event.key === " " && event.target.matches("button, a"))) return;
    const jump = { ArrowLeft: this.n - 1, ArrowRight: this.n + 1, Home: 0, End: this.replay.last }[event.key];
    if (jump === undefined && event.key !== " ") return;
    event.preventDefault();
    if (event.key === " ") return this.timer ? this.pause() : this.play();
    this.pause();
    this.go(jump);
  }

  /** Show frame n; the last one asked for wins. */
  async go(n) {
    const to = Math.max(0, Math.min(this.replay.last, n)), view = this.view;
    if (to === this.n && this.shownView === view) return;
    this.n = to;
    let frame;
    try {
      frame = await this.reel.get(to, view);
    } catch (error) {
      return this.moved(null, error);
    }
    if (this.n !== to || this.view !== view || !frame) return;
    this.shownView = view;
    this.picture.update({ pieces: frame.pieces });
    this.reel.strip(to + STRIP, view).catch(() => {});
    this.show(frame);
    this.moved(frame);
  }

  async look(view) {
    this.view = view;
    $("view").value = view;
    try {
      this.log = await this.source.log(view);
    } catch (error) {
      return this.moved(null, error);
    }
    this.showLog();
    await this.go(this.n);
  }

  play() {
    if (this.n >= this.replay.last) this.go(0);
    const tick = () => {
      if (this.n >= this.replay.last) return this.pause();
      this.go(this.n + 1);
      this.timer = setTimeout(tick, STEP_MS / Number($("speed").value));
    };
    this.timer = setTimeout(tick, STEP_MS / 2 / Number($("speed").value));
    this.dressPlay();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.dressPlay();
  }

  dressPlay() {
    $("play").querySelector("use").setAttribute("href", this.timer ? "#i-pause" : "#i-play");
    $("play").setAttribute("aria-label", say(this.timer ? "rv_pause" : "rv_play"));
    $("content").dataset.playing = Boolean(this.timer);
  }

  show(frame) {
    const { n, last } = { n: frame.n, last: this.replay.last };
    $("content").dataset.n = n;
    this.tell(frame);
    $("scrub").value = n;
    $("scrub").setAttribute("aria-valuetext", say("rv_at", { n, last }));
    $("at").textContent = say("rv_at", { n, last });
    for (const [id, off] of [["to-first", n === 0], ["back", n === 0], ["forward", n === last], ["to-last", n === last]]) $(id).disabled = off;
    const line = this.log[n - 1];
    $("said").replaceChildren(...(line ? line.words : [frame.prompt]).map((text) => el("p", {}, text)), ...(n === last && line ? [el("p", { class: "prompt-line" }, frame.prompt)] : []));
    this.showPlayers(frame);
    this.graph.at(n);
    const now = $("log").querySelector("[aria-current]");
    now?.removeAttribute("aria-current");
    const entry = $("log").querySelector(`[data-n="${n}"]`);
    entry?.setAttribute("aria-current", "true");
    if (entry) $("log").scrollTop = entry.closest("li").offsetTop - $("log").clientHeight / 2;
  }

  /** Show a frame of a variation; `go` leads back to the game. */
  peek(frame) {
    this.pause();
    this.shownView = null;
    this.picture.update({ pieces: frame.pieces });
    $("said").replaceChildren(...frame.words.map((text) => el("p", {}, text)), ...(frame.luck ? [el("p", { class: "faint" }, say("rv_luck"))] : []));
    this.showPlayers(frame, null);
    this.tell(frame);
  }

  /** What is shown, in words. */
  tell(frame) {
    this.frame = frame;
    this.spoken.show();
  }

  showPlayers(frame, chances = this.opinion?.chances?.[frame.n]) {
    $("players").replaceChildren(...frame.standing.map((standing) => {
      const seat = this.replay.seats[standing.player];
      const chance = seat && chances ? chances[seat.seat] : null;
      return el("li", { class: `player${frame.acts.includes(standing.player) ? " acts" : ""}${seat ? "" : " other"}`, "data-colour": COLOURS[standing.colour] },
        topping(standing.colour),
        el("div", { class: "who" }, el("strong", {}, el("span", {}, seat?.name ?? standing.name)), el("span", { class: "notes" }, [seat && seat.name !== standing.name ? standing.name : "", ...standing.notes].filter(Boolean).join(", "))),
        el("div", { class: "score" }, scored(standing), chance === null ? null : el("span", { class: "chance", title: say("rv_chance") }, percent(chance))),
        chance === null ? null : el("span", { class: "bar", "aria-hidden": "true", "--share": chance }));
    }));
  }

  showLog() {
    const lost = new Map((this.opinion?.mistakes ?? []).map((mistake) => [mistake.n, mistake]));
    keep($("log"), this.log.length ? this.log.map((line) => {
      const seat = this.replay.seats[line.seat], mistake = lost.get(line.n);
      return el("li", {}, el("button", { type: "button", class: "log-line", "data-n": line.n, onclick: () => { this.pause(); this.go(line.n); } },
        topping(seat.colour), el("span", { class: "log-words" }, el("code", { "aria-hidden": "true" }, `${line.n}. ${line.text}`), mistake ? el("b", { class: "bad" }, ` ✗ ${minus(mistake.loss)}`) : null, " ", line.words.join(" "))));
    }) : [el("li", { class: "none" }, say("log_empty"))]);
  }

  /** A bot's opinion of the game, or more of it. A variation stays as it is, and a frame on its way comes with the opinion. */
  think(opinion) {
    this.opinion = opinion;
    this.graph.draw(opinion);
    this.graph.at(this.n);
    this.showLog();
    if (this.shownView === this.view && this.frame.n === this.n) this.show(this.frame);
  }
}

export const percent = (share) => `${Math.round(share * 100)}%`;
export const minus = (share) => `−${Math.round(share * 100)}%`;
