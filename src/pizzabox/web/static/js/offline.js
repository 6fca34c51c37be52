// The player in an exported file: everything it shows is inside the file.
import { $ } from "./dom.js";
import { Player } from "./player.js";

const kept = JSON.parse($("film").textContent);
const reader = new Player({ ...kept.about, log: kept.views.open.log }, {
  frames: async (view, from, to) => kept.views[view].frames.slice(from, to + 1),
  log: async (view) => kept.views[view].log,
});
for (const option of [...$("view").options]) if (!kept.views[option.value]) option.remove();
if (kept.opinion) reader.think(kept.opinion);
reader.go(0);
