// Who sits at the table: topping, name, score, what they do now, clock and presence.
import { $, api, COLOURS, el, keep, scored, toast, topping } from "./dom.js";
import { favouriteColour, yourName } from "./your_name.js";
import { say } from "./words.js";

export class Players {
  constructor(store, socket, joined) {
    Object.assign(this, { store, socket, joined });
    setInterval(() => this.tick(), 250);
  }

  show() {
    const { seats, others = [] } = this.store.table;
    keep($("players"), [...seats.map((seat) => this.player(seat)), ...others.map((other) => this.other(other))]);
    $("players").classList.toggle("many", seats.length + others.length > 3);
    this.partners();
    this.tick();
  }

  /** Several people at this device may act now: beside the prompt, who could do so instead. */
  partners() {
    const { choice, look } = this.store.table.you ?? {}, box = $("partners"), others = (choice ?? []).filter((seat) => seat !== look);
    if (!box) return; // a lesson has one learner
    box.hidden = !others.length;
    keep(box, others.map((seat) => el("button", { type: "button", "data-seat": seat, onclick: () => this.socket.see(seat) },
      topping(this.store.table.seats[seat].colour), el("span", {}, say("partner_acts", { name: this.store.name(seat) })))));
  }

  player(seat) {
    const { you, result } = this.store.table;
    const own = you.seats.includes(seat.seat), standing = seat.standing ?? {};
    const who = [];
    if (own) who.push(say("you"));
    if (seat.kind === "bot") who.push(seat.bot ? say("bot_named", { bot: this.store.table.bot_names?.[seat.bot] ?? seat.bot }) : say("bot"));
    if (seat.conceded && !result) who.push(say("conceded"));
    else if (seat.away) who.push(say("away"));
    const name = seat.kind === "open" ? say("open_seat") : seat.name || standing.name;
    const won = result?.winners?.includes(seat.seat);
    const there = seat.kind === "person" && el("span", { class: seat.present ? "dot on" : "dot", role: "img", "aria-label": say(seat.present ? "present" : "absent"), title: say(seat.present ? "present" : "absent") });
    const clock = seat.clock && el("span", { class: "clock", "data-seat": seat.seat });
    const marks = [...(standing.notes ?? [])];
    if (seat.chosen && !marks.includes(say("chosen"))) marks.push(say("chosen"));
    if (won) marks.unshift(say("won"));
    return el("li", {
      class: ["player", seat.acts && !result && "acts", own && "own", you.look === seat.seat && "look", won && "won", seat.kind].filter(Boolean).join(" "),
      "data-colour": COLOURS[seat.colour],
      "data-seat": seat.seat,
      "aria-current": seat.acts && !result ? "true" : null,
    },
      topping(seat.colour),
      el("div", { class: "who" }, el("strong", {}, there, el("span", {}, name), seat.chosen && !result && el("span", { class: "tick", "aria-hidden": "true" }, "\u2713")),
        el("span", { class: "notes" }, [standing.name !== name && standing.name, ...marks, ...who].filter(Boolean).join(", "))),
      el("div", { class: "score" }, clock, scored(standing)),
      bar(standing.share),
      this.offer(seat, own));
  }

  other(other) {
    return el("li", { class: "player other", "data-colour": COLOURS[other.colour] },
      topping(other.colour),
      el("div", { class: "who" }, el("strong", {}, other.name), el("span", { class: "notes" }, (other.notes ?? []).join(", "))),
      el("div", { class: "score" }, scored(other)),
      bar(other.share));
  }

  /** What can be done about a seat: sit down, let a bot play, take it back. */
  offer(seat, own) {
    const { you, result } = this.store.table;
    if (result) return null;
    const button = (text, act) => el("button", { type: "button", class: "small", onclick: act }, text);
    const tell = (message) => () => this.socket.send(message).catch((error) => error.what && toast(error.what, error.rule));
    if (seat.kind === "open" && !you.seats.length) return button(say("take_seat"), () => this.join({ seat: seat.seat }));
    if (own && seat.away && !seat.conceded) return button(say("back_to_seat"), tell({ do: "back", seat: seat.seat }));
    if (you.host && !own && seat.kind === "person" && !seat.away && !seat.present)
      return button(say("bot_takes"), tell({ do: "bot", seat: seat.seat }));
    return null;
  }

  async join(body) {
    const name = body.name ?? (await yourName());
    if (name === null) return;
    const invite = new URLSearchParams(location.search).get("invite");
    try {
      const { seat } = await api("POST", `/api/tables/${encodeURIComponent(this.store.table.id)}/join`, { ...(invite ? { invite } : {}), colour: favouriteColour(), ...body, name });
      this.joined(seat);
    } catch (error) {
      toast(error.what, error.rule);
    }
  }

  tick() {
    if (!this.store.table) return;
    for (const node of $("players").querySelectorAll(".clock")) {
      const { clock } = this.store.table.seats[node.dataset.seat] ?? {};
      if (!clock) continue;
      const left = Math.max(0, clock.left - (clock.running ? (performance.now() - clock.seen) / 1000 : 0));
      const whole = Math.ceil(left), minutes = Math.floor(whole / 60);
      const text = left < 10 && clock.running ? left.toFixed(1) : `${minutes}:${String(whole % 60).padStart(2, "0")}`;
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("low", left < 10);
      node.classList.toggle("running", Boolean(clock.running));
    }
  }
}

function bar(share) {
  if (share === null || share === undefined) return null;
  return el("span", { class: "bar", "aria-hidden": "true", "--share": Math.max(0, Math.min(1, share)) });
}
