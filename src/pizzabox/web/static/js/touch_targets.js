// Touch targets: how small a thing may be, and what a near miss means.

/** Pixels that suit a finger: the width of a thing, and the distance between small ones. */
export const LEAST = 40;
const REACH = 24;

/** The smaller of a thing's width and height, in pixels. */
export function breadth(node) {
  const box = node.getBoundingClientRect();
  return Math.min(box.width, box.height);
}

export function middle(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The small thing within a finger's reach of a place, or null: every target is at least as large as a finger. */
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
