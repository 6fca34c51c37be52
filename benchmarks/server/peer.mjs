// boardgame.io as its documentation sets it up: in memory, its own socket.io transport, one process.
// The game: two players take turns to put a stone on one of 49 spaces; a full board is cleared, so that it never ends.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const SPACES = 49;

const stones = {
  name: "stones",
  setup: () => ({ cells: Array(SPACES).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }, space) => {
      if (!Number.isInteger(space) || space < 0 || space >= SPACES || G.cells[space] !== null) return "INVALID_MOVE";
      G.cells[space] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells.fill(null);
    },
  },
};

const server = Server({ games: [stones], origins: [/127\.0\.0\.1/] });
// Its HTTP side writes a line for every request; nothing here reads them.
console.log = () => {};
await server.run({ port: Number(process.argv[2]) });
process.stdout.write("ready\n");
