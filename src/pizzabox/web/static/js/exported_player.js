// The player in an exported file: everything it shows is inside the file, each piece of a drawing once.
import { $ } from "./dom.js";
import { edited } from "./picture.js";
import { ReplayPlayer } from "./replay_player.js";

const kept = JSON.parse($("replay").textContent);
const lines = kept.lines.map((parts) => parts.map((part) => kept.parts[part]).join(""));

/** The frames of a view with their whole drawings, as lists of numbers of lines. */
const unrolled = Object.fromEntries(Object.entries(kept.views).map(([view, { frames }]) => {
  let drawn = [], standing;
  return [view, frames.map((frame) => {
    drawn = edited(drawn, frame.edits);
    standing = frame.standing ?? standing;
    return { ...frame, standing, drawn };
  })];
}));

const reader = new ReplayPlayer({ ...kept.about, log: kept.views.open.log }, {
  frames: async (view, from, to) => unrolled[view].slice(from, to + 1).map((frame) => ({ ...frame, pieces: frame.drawn.map((line) => lines[line]).join("\n"), spoken: frame.spoken.map((one) => kept.sentences[one]) })),
  log: async (view) => kept.views[view].log,
});
for (const option of [...$("view").options]) if (!kept.views[option.value]) option.remove();
if (kept.opinion) reader.think(kept.opinion);
reader.go(0);
