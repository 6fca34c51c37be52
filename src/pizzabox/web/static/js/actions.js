// What can be done besides moving: undo, hint, draw, giving up, another game, inviting.
import { $, announce, api, ask, el, keep, parse, toast } from "./dom.js";
import { keepName } from "./your_name.js";
import { say } from "./words.js";

const HURRY = 20, LAST = 1; // seconds

export class Actions {
  constructor(store, socket, picker, result) {
    Object.assign(this, { store, socket, picker, result });
    setInterval(() => { if (this.store.table) this.hurry(); }, 500);
    $("do-undo").addEventListener("click", () => this.undo());
    $("do-hint").addEventListener("click", () => this.hint());
    $("no-hints").addEventListener("click", () => toast(say("no_hints_why")));
    $("do-rules").addEventListener("click", () => document.dispatchEvent(new CustomEvent("rules", { detail: this.store.table?.chapter })));
    $("do-more").addEventListener("click", () => { this.more(); $("more").showModal(); });
    $("invite-copy").addEventListener("click", () => this.copy());
    $("invite-open").addEventListener("change", (event) => this.letIn(event.target.checked));
  }

  async send(message) {
    try {
      return await this.socket.send({ seat: this.store.seat, ...message });
    } catch (error) {
      if (error.what) toast(error.what, error.rule);
      return null;
    }
  }

  show() {
    const { can, result } = this.store.table, seat = this.store.seat, mine = this.store.mine;
    const undo = $("do-undo");
    undo.disabled = !can.undo;
    undo.title = !can.undo ? can.why_no_undo ?? "" : can.undo_asks ? say("undo_asks") : "";
    const chosen = Boolean(mine?.chosen && can.undo && !result);
    undo.querySelector("span").textContent = say(chosen ? "change_mind" : "undo");
    undo.classList.toggle("primary", chosen);
    $("do-hint").disabled = !can.hint || !this.store.myTurn;
    undo.hidden = seat === null || Boolean(result) || mine.away;
    $("do-hint").hidden = undo.hidden || chosen || !this.store.table.help;
    $("no-hints").hidden = undo.hidden || chosen || this.store.table.help;
    this.strip();
    if ($("more").open) this.more();
    if ($("invite").open) {
      if (this.store.table.invite) this.showInvite();
      else $("invite").close();
    }
  }

  names(seats) {
    return seats.map((seat) => this.store.name(seat)).join(", ");
  }

  /** A row of buttons for what must be answered now: a request to everyone, another game, a seat for a spectator. */
  strip() {
    const { result, offer, undo_request: request, rematch } = this.store.table, parts = [], seat = this.store.seat;
    const button = (id, text, act, kind = "") => el("button", { type: "button", id, class: kind, onclick: act }, text);
    if (!result && seat !== null) {
      parts.push(...this.asked("draw", offer), ...this.asked("undo", request));
      if (this.store.mine.away && !this.store.mine.conceded)
        parts.push(el("p", {}, say(this.ranOut || this.store.mine.clock?.left === 0 ? "time_ran_out" : "bot_plays_you")),
          button("take-back", say("back_to_seat"), () => this.send({ do: "back" }), "primary"));
    }
    if (result) {
      parts.push(button("show-result", say("show_result"), () => this.result.open()), this.review());
      parts.push(...this.again(rematch));
    }
    if (!result && seat === null) parts.push(el("p", {}, say("watching")));
    if (!result && this.store.table.invite) parts.push(button("show-invite", say("invite"), () => this.invite()));
    if (!parts.length) return void $("strip")?.remove();
    if (!$("strip")) document.querySelector(".dock").prepend(el("div", { id: "strip", class: "buttons" }));
    keep($("strip"), parts);
  }

  /** A request the others must agree to (a draw, an undo): the question to answer, or how one's own request stands. */
  asked(what, request) {
    const { you } = this.store.table, names = this.names.bind(this);
    if (!request) return [];
    const seat = request.waiting.find((one) => you.seats.includes(one));
    if (seat !== undefined) {
      const button = (answer, kind = "") => el("button", { type: "button", id: `${what}-${answer}`, class: kind, "data-seat": seat,
        onclick: () => this.send({ do: what, answer, seat }) }, say(`${what}_${answer}`));
      return [el("p", {}, say(`${what}_asked`, { name: names([request.seat]) })), button("yes", "primary"), button("no")];
    }
    if (!you.seats.includes(request.seat)) return [];
    if (typeof request.refused === "number") return [el("p", {}, say("undo_refused", { name: names([request.refused]) }))];
    return [el("p", {}, say(`${what}_sent`, { names: names(request.waiting) }))];
  }

  /** Says what happens when the player's clock runs out, while there is still time to move. */
  hurry() {
    const clock = this.store.mine?.clock;
    const left = clock?.running ? clock.left - (performance.now() - clock.seen) / 1000 : Infinity;
    if (!this.store.mine?.away) this.ranOut = left < LAST; // a clock per move is full again once a bot plays
    const low = left < HURRY && !this.store.mine.away && !this.store.table.result;
    if (low === Boolean($("hurry"))) return;
    if (low) {
      document.querySelector(".dock").prepend(el("p", { id: "hurry" }, say("hurry")));
      announce(say("hurry"));
    } else $("hurry").remove();
  }

  review() {
    return el("a", { class: "button review", href: `/review/${encodeURIComponent(this.store.table.id)}` }, say("review"));
  }

  /** Another game: ask for it, agree to it, or see who has not answered yet. */
  again(rematch) {
    const { can, you, rematch_request: request } = this.store.table;
    if (rematch) return [el("a", { class: "button primary rematch", href: rematch }, say("rematch_go"))];
    const mine = request?.seats.some((seat) => you.seats.includes(seat));
    if (mine) return [el("p", {}, say("rematch_sent", { names: this.names(request.waiting) }))];
    if (!can.rematch) return [];
    const ask = el("button", { type: "button", class: "primary rematch", onclick: () => this.send({ do: "rematch" }) }, say(request ? "rematch_yes" : "rematch"));
    return request ? [el("p", {}, say("rematch_asked", { names: this.names(request.seats) })), ask] : [ask];
  }

  more() {
    const { can, result, id } = this.store.table, seat = this.store.seat;
    const button = (text, act, kind = "") => el("button", { type: "button", class: kind, onclick: () => { $("more").close(); act(); } }, text);
    keep($("more-list"), [
      this.store.table.invite && button(say("invite"), () => this.invite()),
      seat !== null && button(say("rename"), () => this.rename()),
      can.draw && !result && button(say("draw"), () => this.send({ do: "draw", answer: "offer" })),
      can.concede && !result && button(say("concede"), () => this.concede(), "danger"),
      result && button(say("show_result"), () => this.result.open()),
      el("a", { class: "button", href: `/api/tables/${encodeURIComponent(id)}/record`, download: "" }, say("record")),
    ].filter(Boolean));
  }

  async undo() {
    this.picker.clear();
    await this.send({ do: "undo" });
  }

  async hint() {
    const answer = await this.send({ do: "hint" });
    if (!answer) return;
    await this.picker.propose(answer.tokens, [say("hint_line", { text: answer.words }), ...answer.lines]);
  }

  async concede() {
    const left = this.store.table.seats.filter((seat) => !seat.conceded).length;
    const sure = await ask({ title: say("concede_title"), body: el("p", {}, say(left > 2 ? "concede_seat" : "concede_text")), buttons: [["", say("cancel")], ["yes", say("concede_yes"), "danger"]] });
    if (sure === "yes") await this.send({ do: "concede" });
  }

  async rename() {
    const input = el("input", { maxlength: 40, value: this.store.mine.name, "aria-label": say("rename_title") });
    const sure = await ask({ title: say("rename_title"), body: input, buttons: [["", say("cancel")], ["yes", say("rename"), "primary"]] });
    if (sure !== "yes" || !input.value.trim()) return;
    if (this.store.table.you.seats[0] === this.store.seat) keepName(input.value);
    await this.send({ do: "name", name: input.value.trim() });
  }

  async invite() {
    if (!this.store.table.invite) return;
    this.showInvite();
    if (!$("invite").open) $("invite").showModal();
    $("invite-copy").focus();
    this.devices = await api("GET", "/api/devices").catch(() => null);
    this.showInvite();
  }

  /** The invite link; also as a QR code if another device can reach it, otherwise what to do about that. */
  showInvite() {
    const { invite, qr, only_here: here } = this.store.table, { open, switch: can } = this.devices ?? {};
    $("invite-link").value = new URL(invite, location.href).href;
    $("invite-qr").replaceChildren(...(qr ? [...parse(qr).children] : []));
    $("invite-here").hidden = !here;
    $("invite-how").hidden = !here || !this.devices || can;
    $("invite-switch").hidden = !can;
    $("invite-open").checked = Boolean(open);
  }

  async letIn(open) {
    $("invite-open").disabled = true;
    try {
      this.devices = await api("POST", "/api/devices", { open });
      this.socket.see(this.socket.look); // the link has changed
    } catch (error) {
      toast(error.what);
    }
    $("invite-open").disabled = false;
    this.showInvite();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText($("invite-link").value);
      toast(say("copied"));
    } catch {
      $("invite-link").select();
      toast(say("copy_failed"));
    }
  }
}

