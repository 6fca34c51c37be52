// Handing one device around: everything is covered until the next player says who they are.
import { $, el, keep, topping } from "./dom.js";
import { say } from "./words.js";

export class Handover {
  constructor(store, socket, actions) {
    Object.assign(this, { store, socket, actions });
    $("cover").addEventListener("cancel", (event) => event.preventDefault());
    $("cover").addEventListener("keydown", (event) => { if (event.key === "Escape") event.preventDefault(); });
  }

  show() {
    const { handover, seats, you, can } = this.store.table, box = $("cover");
    if (handover === null || handover === undefined) {
      document.body.classList.remove("covered");
      if (box.open) box.close();
      return;
    }
    const name = this.store.name(handover);
    this.socket.look = undefined; // the previous player's view must not come back, even after a lost connection
    document.body.classList.add("covered");
    $("cover-topping").replaceChildren(topping(seats[handover].colour));
    $("cover-title").textContent = say("cover_title", { name });
    $("cover-text").textContent = say("cover_text", { name });
    const go = el("button", { type: "button", class: "primary big", id: "cover-go", "data-seat": handover, onclick: () => { go.disabled = true; this.socket.see(handover); } }, say("cover_go", { name }));
    const undo = can.undo && you.look !== null && seats[you.look]?.chosen &&
      el("button", { type: "button", id: "cover-undo", onclick: () => this.actions.undo() }, say("cover_undo"));
    keep($("cover-buttons"), [go, undo].filter(Boolean));
    $("cover-go").disabled = false;
    for (const other of document.querySelectorAll("dialog[open]")) if (other !== box) other.close();
    if (!box.open) box.showModal();
    $("cover-go").focus();
  }
}
