// Log and chat as tabs, the typed move, and the line that says what just happened.
import { $, COLOURS, el, toast, topping } from "./dom.js";
import { say } from "./words.js";

export class LogAndChat {
  constructor(store, socket, picker) {
    Object.assign(this, { store, socket, picker });
    const tabs = [$("tab-log"), $("tab-chat")];
    for (const tab of tabs) {
      tab.addEventListener("click", () => this.open(tab));
      tab.addEventListener("keydown", (event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        const other = tabs[1 - tabs.indexOf(tab)];
        this.open(other);
        other.focus();
      });
    }
    $("typed").addEventListener("submit", (event) => { event.preventDefault(); this.typed(); });
    $("chat-form").addEventListener("submit", (event) => { event.preventDefault(); this.chat(); });
    this.happened = [];
    this.preview = null; // the lines of a move in progress
    // The log follows the game unless it was scrolled up; a resize does not count as scrolling.
    this.follows = true;
    const log = $("log");
    for (const by of ["wheel", "touchmove", "keyup", "pointerup"])
      log.addEventListener(by, () => { this.follows = log.scrollHeight - log.scrollTop - log.clientHeight < 40; }, { passive: true });
    new ResizeObserver(() => { if (this.follows) log.scrollTop = log.scrollHeight; }).observe(log);
    new ResizeObserver(() => this.lines(this.preview)).observe(document.body); // whether the log is in sight
  }

  open(tab) {
    for (const other of [$("tab-log"), $("tab-chat")]) {
      const on = other === tab;
      other.setAttribute("aria-selected", on);
      other.tabIndex = on ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = !on;
    }
    if (tab.id === "tab-chat") $("chat-dot").hidden = true;
    for (const list of [$("log"), $("chat")]) list.scrollTop = list.scrollHeight;
    this.lines(this.preview);
  }

  showLog(log) {
    const list = $("log");
    $("typed").hidden = this.store.seat === null || Boolean(this.store.table.result);
    if (!log.length) return list.replaceChildren(el("li", { class: "none" }, say("log_empty")));
    const old = new Map([...list.children].filter((node) => node.dataset.key).map((node) => [node.dataset.key, node]));
    list.replaceChildren(...log.map((line) => {
      const key = JSON.stringify(line);
      return old.get(key) ?? this.entry(line, key);
    }));
    if (this.follows) list.scrollTop = list.scrollHeight;
  }

  entry(line, key) {
    const seat = this.store.table.seats[line.seat];
    const move = `${say("move_n", { n: line.n })}: ${line.text ?? say("secret_move")}`;
    return el("li", { "data-key": key, "data-colour": seat ? COLOURS[seat.colour] : null },
      seat ? el("span", { class: "mark", title: move, "aria-hidden": "true" }, topping(seat.colour)) : null, // notation is not read aloud
      el("div", {}, (line.words ?? []).map((words) => el("p", {}, words))));
  }

  showChat(fresh) {
    const { chat } = this.store.table, list = $("chat");
    if (!chat.length) list.replaceChildren(el("li", { class: "none" }, say("chat_empty")));
    else list.replaceChildren(...chat.map((line) => {
      const seat = this.store.table.seats[line.seat];
      return el("li", {}, seat ? topping(seat.colour) : null, el("div", {}, el("p", {}, el("strong", {}, line.name), " ", line.text)));
    }));
    list.scrollTop = list.scrollHeight;
    if (fresh && $("panel-chat").hidden) {
      $("chat-dot").hidden = false;
      $("live").append(el("p", {}, say("chat_new", { name: chat.at(-1).name })));
    }
  }

  /** What just happened, unless the log beside it says so. A move in progress may cover it with its own lines. */
  tell(lines, whole) {
    this.happened = whole ? lines : [...this.happened, ...lines].slice(-8);
    this.lines(null);
  }

  /** The player's own move clears what happened before. */
  played() {
    this.happened = [];
  }

  /** Whether the end of the log, in sight beside the board, already says all this. */
  logged(lines) {
    const log = $("log"), { documentElement: whole } = document;
    const beside = $("stage").getBoundingClientRect().right <= log.getBoundingClientRect().left && whole.scrollHeight <= innerHeight + 1;
    if (!beside || !this.follows) return false; // the log is hidden while the chat is open
    return [...log.querySelectorAll("p")].slice(-lines.length).map((line) => line.textContent).join("\n") === lines.join("\n");
  }

  lines(lines) {
    this.preview = lines;
    const box = $("status"), shown = lines ?? (this.logged(this.happened) ? [] : this.happened);
    box.classList.toggle("preview", Boolean(lines));
    const text = shown.join("\n");
    if (box.dataset.text === text) return;
    box.dataset.text = text;
    box.replaceChildren(...shown.map((line) => el("p", {}, line)));
    box.scrollTop = lines ? 0 : box.scrollHeight;
  }

  async typed() {
    const box = $("typed-text"), text = box.value.trim();
    if (!text || this.store.seat === null) return;
    if (await this.picker.send({ do: "move", seat: this.store.seat, text })) box.value = "";
  }

  async chat() {
    const box = $("chat-text"), text = box.value.trim();
    if (!text) return;
    try {
      await this.socket.send({ do: "chat", text });
      box.value = "";
    } catch (error) {
      if (error.what) toast(error.what);
    }
  }
}
