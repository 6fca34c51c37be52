// What suits a finger: how small a thing may be, and what a tap means that missed.

/** Pixels that suit a finger, as the breadth of a thing and as the room between small ones. */
export const LEAST = 40;
const REACH = 24;

/** How broad a thing is where it is narrowest, in pixels. */
export function breadth(node) {
  const box = node.getBoundingClientRect();
  return Math.min(box.width, box.height);
}

export function middle(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Which of these is small and within a finger's reach of a place, or null: so none is smaller than a finger. */
export function missed(nodes, x, y) {
  let best = null, least = Infinity;
  for (const node of nodes) {
    const size = breadth(node);
    if (size >= LEAST) continue;
    const box = node.getBoundingClientRect();
    const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    if (far < Math.min(least, REACH - Math.min(10, size / 2))) [best, least] = [node, far];
  }
  return best;
}
