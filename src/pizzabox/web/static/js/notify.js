// A word of the system to somebody who looks at another page; only where they switched it on.
import { setting } from "./settings.js";

/** Whether this browser can do that here: it must be a secure page. */
export const canNotify = () => "Notification" in window && window.isSecureContext;

/** Ask the browser for leave; whether it was given. */
export const mayNotify = async () => canNotify() && (await Notification.requestPermission()) === "granted";

export function notify(title, body, tag) {
  if (!document.hidden || setting("notify") !== "on" || !canNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag, icon: "/static/icon-192.png" });
    note.onclick = () => { window.focus(); note.close(); };
  } catch { /* some phones let only installed pages do this: the title says it all the same */ }
}
