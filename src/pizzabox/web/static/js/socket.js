// The connection to a table: hello, answers by id, and coming back after a loss.
//
// A move that was not acknowledged is sent again with the same id, and the server plays it once. So is the question what
// a touch means, so that no touch is lost. Anything else that was under way when the connection broke is given up with an
// error, because it may not be safe to repeat.
import { DrawingCache } from "./drawing_cache.js";

const WAITS = [0.3, 0.7, 1.5, 3, 6, 10];
const KEPT = new Set(["move", "pick"]);
// After this many milliseconds of silence the server is asked for a sign of life, and it has this long to answer.
const SILENCE = 3000, PATIENCE = 4000, OPENING = 8000;
// A page that nobody has touched for this long asks less often, and at once when it is touched again.
const LEFT_ALONE = 60000, LONG_SILENCE = 15000;

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

export class Socket {
  /** `on.message(message)` gets what the server says by itself, `on.state(state, seconds)` how the connection is. */
  constructor(path, on) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.on = on;
    this.look = undefined;
    this.waiting = new Map();
    this.drawings = new DrawingCache();
    this.version = -1; // of the news passed on last
    this.safe = []; // answers to moves that are stored, whose news is on its way
    this.tries = 0;
    this.ready = false;
    this.heard = this.asked = 0;
    this.used = performance.now();
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.use(), { capture: true, passive: true });
    addEventListener("online", () => this.now());
    addEventListener("offline", () => this.probe());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.now(); });
    setInterval(() => this.watch(), 1000);
  }

  /** A connection that has gone silent is as good as lost, though nobody has closed it. */
  watch() {
    const now = performance.now();
    if (!this.connection) return;
    if (!this.ready ? now - this.heard > OPENING : this.asked && now - this.asked > PATIENCE) this.drop();
    else if (now - this.heard > (this.alone(now) ? LONG_SILENCE : SILENCE)) this.probe();
  }

  alone(now) {
    return now - this.used > LEFT_ALONE;
  }

  /** The page is in use. */
  use() {
    const now = performance.now();
    if (this.alone(now)) this.probe();
    this.used = now;
  }

  /** Ask for a sign of life. */
  probe() {
    if (!this.ready || this.asked) return;
    this.asked = performance.now();
    this.connection.send(JSON.stringify({ do: "ping" }));
  }

  drop() {
    const connection = this.connection;
    this.connection = null;
    connection.close();
    this.lost(1006);
  }

  open() {
    clearTimeout(this.timer);
    this.on.state(this.tries ? "trying" : "connecting");
    const connection = new WebSocket(this.url);
    this.connection = connection;
    this.heard = performance.now();
    this.asked = 0;
    connection.onopen = () => this.hello(connection);
    connection.onmessage = (event) => {
      if (connection !== this.connection) return;
      this.heard = performance.now();
      this.asked = 0;
      this.take(this.drawings.read(JSON.parse(event.data)));
    };
    connection.onclose = (event) => {
      if (connection !== this.connection) return;
      this.connection = null;
      this.lost(event.code);
    };
  }

  /** Try at once instead of waiting, even while a connection is being opened. */
  now() {
    if (this.ready) return this.probe();
    const connection = this.connection;
    this.open();
    connection?.close();
  }

  take(message) {
    if (message.type === "table" && !this.ready) {
      this.ready = true;
      const again = this.tries > 0;
      this.tries = 0;
      this.on.state("open", again);
      this.tell(message);
      for (const { text } of this.waiting.values()) this.connection.send(text);
      return;
    }
    const asked = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id);
      if (message.type === "error") asked.refuse({ what: message.what, rule: message.rule ?? "" });
      else if (message.version > this.version) this.safe.push({ message, answer: asked.answer });
      else asked.answer(message);
    }
    if (message.type === "table" || message.type === "update" || message.type === "presence" || message.type === "warming") this.tell(message);
  }

  /** Pass on what the server says by itself; an answer is given once the news it belongs to has been shown. */
  tell(message) {
    this.on.message(message);
    this.version = message.version ?? this.version;
    const arrived = this.safe.filter((one) => one.message.version <= this.version);
    this.safe = this.safe.filter((one) => !arrived.includes(one));
    for (const one of arrived) one.answer(one.message);
  }

  lost(code) {
    this.ready = false;
    for (const [id, asked] of this.waiting)
      if (!KEPT.has(asked.kind)) {
        this.waiting.delete(id);
        asked.refuse({ what: "", rule: "", lost: true });
      }
    if (code >= 4400 && code < 4500) return this.on.state("gone", code);
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] * (0.8 + 0.4 * Math.random());
    this.tries += 1;
    this.on.state("lost", wait);
    this.timer = setTimeout(() => this.open(), wait * 1000);
  }

  /** Send a message; the promise gives the answer, or is refused with {what, rule}. */
  send(message) {
    const id = newId(), text = JSON.stringify({ ...message, id });
    return new Promise((answer, refuse) => {
      if (!this.ready && !KEPT.has(message.do)) return refuse({ what: "", rule: "", lost: true });
      this.waiting.set(id, { kind: message.do, text, answer, refuse });
      if (this.ready) this.connection.send(text);
    });
  }

  /** Look from another seat (null: as a spectator); the server answers with a whole table. */
  see(look) {
    this.look = look;
    if (this.ready) this.hello(this.connection);
  }

  /** Ask for the whole table; `look` is left out until a seat has been asked for. */
  hello(connection) {
    connection.send(JSON.stringify({ do: "hello", numbers: true, warming: true, look: this.look, id: newId() }));
  }

  get unsent() {
    return [...this.waiting.values()].some((asked) => asked.kind === "move");
  }
}
