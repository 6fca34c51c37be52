// What can be done besides moving: undo, hint, draw, giving up, another game, inviting.
import { $, ask, el, keep, parse, toast } from "./dom.js";
import { say } from "./words.js";

export class Actions {
  constructor(store, socket, picker, talk, result) {
    Object.assign(this, { store, socket, picker, talk, result });
    this.asked = false;
    $("do-undo").addEventListener("click", () => this.undo());
    $("do-hint").addEventListener("click", () => this.hint());
    $("do-rules").addEventListener("click", () => document.dispatchEvent(new CustomEvent("rules", { detail: this.store.table?.chapter })));
    $("do-more").addEventListener("click", () => { this.more(); $("more").showModal(); });
    $("invite-copy").addEventListener("click", () => this.copy());
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
    const { can, result, offer, you, rematch } = this.store.table, seat = this.store.seat, mine = this.store.mine;
    const undo = $("do-undo");
    undo.disabled = !can.undo;
    undo.title = can.undo ? "" : can.why_no_undo ?? "";
    const chosen = Boolean(mine?.chosen && can.undo && !result);
    undo.querySelector("span").textContent = say(chosen ? "change_mind" : "undo");
    undo.classList.toggle("primary", chosen);
    $("do-hint").disabled = !can.hint || !this.store.myTurn;
    undo.hidden = seat === null || Boolean(result);
    $("do-hint").hidden = undo.hidden || chosen;
    this.strip(result, offer, you, rematch);
    if ($("more").open) this.more();
  }

  /** A row of buttons for what must be answered now: a draw on offer, another game, a seat for a watcher. */
  strip(result, offer, you, rematch) {
    const parts = [], seat = this.store.seat;
    const button = (id, text, act, kind = "") => el("button", { type: "button", id, class: kind, onclick: act }, text);
    if (offer && !result && seat !== null) {
      if (offer.waiting.includes(seat)) {
        parts.push(el("p", {}, say("draw_asked", { name: this.store.name(offer.seat) })),
          button("draw-yes", say("draw_yes"), () => this.send({ do: "draw", answer: "yes" }), "primary"),
          button("draw-no", say("draw_no"), () => this.send({ do: "draw", answer: "no" })));
      } else if (you.seats.includes(offer.seat))
        parts.push(el("p", {}, say("draw_sent", { names: offer.waiting.map((n) => this.store.name(n)).join(", ") })));
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

  review() {
    return el("a", { class: "button review", href: `/review/${encodeURIComponent(this.store.table.id)}` }, say("review"));
  }

  /** The buttons for another game. */
  again(rematch) {
    if (rematch) return [el("a", { class: "button primary rematch", href: rematch }, say("rematch_go"))];
    if (!this.store.table.can.rematch) return this.asked ? [el("p", {}, say("rematch_asked"))] : [];
    return [el("button", { type: "button", class: "primary rematch", onclick: async () => {
      if (await this.send({ do: "rematch" })) this.asked = true;
      this.show();
    } }, say("rematch"))];
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
    this.picker.hint(answer.tokens ?? []);
    this.talk.lines([say("hint_line", { text: answer.text }), ...(answer.lines ?? [])]);
  }

  async concede() {
    const sure = await ask({ title: say("concede_title"), body: el("p", {}, say("concede_text")), buttons: [["", say("cancel")], ["yes", say("concede_yes"), "danger"]] });
    if (sure === "yes") await this.send({ do: "concede" });
  }

  async rename() {
    const input = el("input", { maxlength: 40, value: this.store.mine.name, "aria-label": say("rename_title") });
    const sure = await ask({ title: say("rename_title"), body: input, buttons: [["", say("cancel")], ["yes", say("rename"), "primary"]] });
    if (sure === "yes" && input.value.trim()) await this.send({ do: "name", name: input.value.trim() });
  }

  invite() {
    const { invite, qr } = this.store.table;
    if (!invite) return;
    $("invite-link").value = new URL(invite, location.href).href;
    $("invite-qr").replaceChildren(...(qr ? [...parse(qr).children] : []));
    if (!$("invite").open) $("invite").showModal();
    $("invite-copy").focus();
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

