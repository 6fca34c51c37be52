// The state of the table: the last `table` message with every `update` laid over it.
import { say } from "./words.js";

const PLAIN = new Set(["type", "log", "chat", "picture", "said", "sound", "stages", "log_keep"]);

export class Store {
  constructor() {
    this.table = null;
  }

  /** Lay a message over the table. Gives the names of what changed. */
  apply(message) {
    const received = performance.now();
    if (message.type === "table") {
      const before = this.table;
      this.table = { log: [], chat: [], tokens: {}, can: {}, others: [], seats: [], ...message };
      this.time(received);
      return { whole: true, first: !before, changed: new Set(Object.keys(message)), fresh: this.table.log };
    }
    if (!this.table) return null;
    if (message.type === "presence") {
      for (const [seat, there] of Object.entries(message.seats))
        if (this.table.seats[seat]) this.table.seats[seat].present = there;
      return { changed: new Set(["seats"]), fresh: [] };
    }
    for (const [name, value] of Object.entries(message)) if (!PLAIN.has(name)) this.table[name] = value;
    if (message.seats) this.time(received);
    const before = this.table.log;
    if (message.log_keep !== undefined) this.table.log = this.table.log.filter((line) => line.n <= message.log_keep);
    if (message.log) this.table.log = [...this.table.log];
    for (const line of message.log ?? []) {
      const at = this.table.log.findIndex((old) => old.n === line.n);
      if (at >= 0) this.table.log[at] = line;
      else this.table.log.push(line);
    }
    this.table.chat.push(...(message.chat ?? []));
    const gone = before.find((line, i) => !this.table.log[i] || (line.text !== null && this.table.log[i].text !== line.text));
    return { changed: new Set(Object.keys(message)), fresh: message.log ?? [], gone };
  }

  time(received) {
    for (const seat of this.table.seats) if (seat.clock) seat.clock.seen = received;
  }

  /** The seat this page acts for, or null for a spectator. */
  get seat() {
    const you = this.table?.you;
    if (!you || !you.seats.length) return null;
    return you.seats.includes(you.look) ? you.look : you.seats[0];
  }

  get mine() {
    return this.seat === null ? null : this.table.seats[this.seat];
  }

  get myTurn() {
    return Boolean(this.mine?.acts) && !this.mine.away && this.table.you.look === this.seat && !this.table.result;
  }

  /** The first request waiting for this page's answer, or null. */
  get question() {
    const { you, offer, undo_request: undo, rematch_request: again } = this.table;
    const mine = (request) => request?.waiting.some((seat) => you.seats.includes(seat));
    if (mine(offer)) return say("draw_asked", { name: this.name(offer.seat) });
    if (mine(undo)) return say("undo_asked", { name: this.name(undo.seat) });
    if (mine(again)) return say("rematch_asked", { names: again.seats.map((seat) => this.name(seat)).join(", ") });
    return null;
  }

  /** Whether what is chosen now stays hidden for a while: several choose at once, or another player has chosen already. */
  get secret() {
    const { seats } = this.table;
    return seats.filter((seat) => seat.acts).length > 1 || seats.some((seat) => seat.chosen);
  }

  /** The names of people and bots, by seat; empty for a seat without one. */
  get names() {
    return this.table.seats.map((seat) => seat.name ?? "");
  }

  name(seat) {
    const found = this.table.seats[seat];
    return found?.name || found?.standing?.name || "";
  }
}
