// The position in words for screen readers: updated with every picture while it is open.
import { $, el, keep } from "./dom.js";
import { set, setting } from "./settings.js";

export class SpokenPosition {
  /** `ask()` gives the sentences, or a promise of them. */
  constructor(ask) {
    this.ask = ask;
    this.asked = 0;
    this.open(setting("spoken") === "on");
    $("spoken-switch").addEventListener("click", () => {
      this.open($("spoken").hidden);
      set("spoken", $("spoken").hidden ? "" : "on");
      this.show();
    });
  }

  open(wanted) {
    $("spoken").hidden = !wanted;
    $("spoken-switch").setAttribute("aria-expanded", String(wanted));
  }

  async show() {
    if ($("spoken").hidden) return;
    const mine = ++this.asked;
    try {
      const lines = await this.ask();
      if (mine === this.asked) keep($("spoken"), lines.map((line) => el("p", {}, line)));
    } catch { /* without a connection it stays as it was */ }
  }
}
