// Tables of two players who move as fast as they can, against either server. One line of JSON says what was seen; several
// of these may run side by side, and server.py puts what they saw together.
//   node load.mjs program|theory|page|workers|boardgame.io PORT TABLES WARM_SECONDS SECONDS SERVER_PID
// A move counts when its player has the server's answer to it; `own` is when that player has the state after it, `seen`
// when the other one has.
import { existsSync, readFileSync } from "node:fs";
import { io } from "socket.io-client";
import WebSocket from "ws";

const [, , asked, port, tables, warm, seconds, pid] = process.argv;
const side = asked === "workers" ? "page" : asked;
const hello = JSON.stringify({ do: "hello", ...(side === "page" ? { numbers: true } : { words: false, follow: true }) });
const table = side === "program" ? { game: "shark", options: { players: 2, cap: 500 } } : { game: "theory", options: { players: 2 } };
const here = `http://127.0.0.1:${port}`;
const times = [];
const sights = [];
const own = [];
let bytes = 0;
let refused = 0;
let began = Infinity;

async function post(path, body, token) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(here + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// Processor time the server and its workers have used so far, in milliseconds; null where the system does not tell.
function used(process = pid) {
  const folder = `/proc/${process}`;
  if (!existsSync(folder)) return null;
  const fields = readFileSync(`${folder}/stat`, "utf8").split(") ")[1].split(" ");
  const workers = readFileSync(`${folder}/task/${process}/children`, "utf8").split(" ").filter(Boolean);
  return workers.reduce((sum, worker) => sum + used(worker), (Number(fields[11]) + Number(fields[12])) * 10);
}

const any = (list) => list[Math.floor(Math.random() * list.length)];

function note(list, sent, at) {
  if (sent >= began) list.push(at - sent);
}

// A player of either side: remembers its move under way, what it has seen last, and what it should see next.
class Player {
  constructor() {
    this.sent = null;
    this.version = -1;
    this.due = [];
  }

  answered(version) {
    if (this.sent >= began) times.push(performance.now() - this.sent);
    for (const [player, list] of [[this, own], [this.other, sights]]) player.expect(version, this.sent, list);
    this.sent = null;
  }

  // This player should see that version of a move that was sent then; how long it takes goes to a list.
  expect(version, sent, list) {
    if (this.version >= version) note(list, sent, this.at);
    else this.due.push({ version, sent, list });
  }

  saw(version) {
    this.version = version;
    this.at = performance.now();
    for (const { sent, list } of this.due.filter((due) => due.version <= version)) note(list, sent, this.at);
    this.due = this.due.filter((due) => due.version > version);
  }
}

// Ours: JSON over a plain WebSocket. A page knows from `tokens` what can be touched and touches any of it (moves of theory
// are one touch each); a program is told the `codes` of its legal moves.
class OurPlayer extends Player {
  constructor(token) {
    super();
    this.token = token;
    this.number = 0;
  }

  watch(path) {
    this.line?.close();
    this.begin();
    const line = new WebSocket(`ws://127.0.0.1:${port}${path.replace("/t/", "/ws/")}`, {
      headers: { authorization: `Bearer ${this.token}` },
      perMessageDeflate: false,
    });
    this.line = line;
    line.on("open", () => line.send(hello));
    line.on("message", (data) => this.line === line && this.hear(data));
  }

  begin() {
    Object.assign(this, { sent: null, version: -1, due: [], choices: [], again: false });
  }

  hear(data) {
    bytes += data.length;
    const message = JSON.parse(data);
    if (message.type === "error") {
      refused += 1;
      this.sent = null;
    } else if (message.type === "ok") {
      if (message.id) this.answered(message.version);
      if (this.version < message.version) this.choices = []; // they were those before this move
    } else if (message.type === "follow") {
      this.begin();
    } else if (message.type !== "presence") {
      this.saw(message.version);
      if (message.codes) this.choices = message.codes.map((code) => ({ code }));
      if (message.tokens) this.choices = Object.keys(message.tokens).map((token) => ({ tokens: [token] }));
      if (message.rematch && side === "page") return this.watch(message.rematch);
      if (message.result && !this.again) this.line.send('{"do":"rematch"}');
      this.again ||= Boolean(message.result);
    }
    if (this.sent === null && this.choices.length) this.move();
  }

  move() {
    this.sent = performance.now();
    this.line.send(JSON.stringify({ do: "move", id: `m${++this.number}`, ...any(this.choices) }));
    this.choices = [];
  }
}

async function ourTable() {
  const [host, guest] = await Promise.all([post("/api/token", {}), post("/api/token", {})]);
  const wish = { ...table, seats: [{ kind: "me" }, { kind: "open" }] };
  const made = await post("/api/tables", wish, host.token);
  await post(`/api/tables/${made.id}/join`, { invite: made.invite.split("invite=")[1] }, guest.token);
  const pair = [host, guest].map(({ token }) => new OurPlayer(token));
  pair.forEach((player, i) => (player.other = pair[1 - i]));
  return () => pair.forEach((player) => player.watch(made.url));
}

// boardgame.io: its events over socket.io, straight to a WebSocket without the polling it would start with.
class PeerPlayer extends Player {
  watch(match, seat, credentials) {
    const line = io(`${here}/stones`, { transports: ["websocket"], forceNew: true });
    const hear = (state) => {
      this.saw(state._stateID);
      if (this.sent !== null && state._stateID > this.from) this.answered(state._stateID);
      if (this.sent !== null || state.ctx.currentPlayer !== seat) return;
      const free = state.G.cells.flatMap((cell, i) => (cell === null ? [i] : []));
      const payload = { type: "put", args: [any(free)], playerID: seat, credentials };
      this.sent = performance.now();
      this.from = state._stateID;
      line.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, seat);
    };
    line.on("sync", (_, { state }) => hear(state));
    line.on("update", (_, state) => hear(state));
    line.on("connect", () => {
      line.io.engine.on("packet", (packet) => (bytes += packet.data?.length ?? 0));
      line.emit("sync", match, seat, credentials, 2);
    });
  }
}

async function peerTable() {
  const { matchID } = await post("/games/stones/create", { numPlayers: 2 });
  const seats = [];
  for (const playerID of ["0", "1"]) {
    const body = { playerID, playerName: `player ${playerID}` };
    seats.push([playerID, (await post(`/games/stones/${matchID}/join`, body)).playerCredentials]);
  }
  const pair = [new PeerPlayer(), new PeerPlayer()];
  pair.forEach((player, i) => (player.other = pair[1 - i]));
  return () => pair.forEach((player, i) => player.watch(matchID, ...seats[i]));
}

const open = side === "boardgame.io" ? peerTable : ourTable;
const ready = [];
for (let i = 0; i < Number(tables); i++) ready.push(await open());
ready.forEach((start) => start());
await new Promise((wake) => setTimeout(wake, Number(warm) * 1000));
began = performance.now();
bytes = 0;
const before = used();
const usedHere = process.cpuUsage();
await new Promise((wake) => setTimeout(wake, Number(seconds) * 1000));
const took = (performance.now() - began) / 1000;
const spent = process.cpuUsage(usedHere);
const data = {
  seconds: took,
  times,
  own,
  seen: sights,
  refused,
  bytes,
  server_cpu_ms: before === null ? null : used() - before,
  load_cpu_ms: (spent.user + spent.system) / 1000,
};
process.stdout.write(`${JSON.stringify(data)}\n`, () => process.exit(0));
