// A halo behind what is touched, pointed at or hinted: its own outline, thick and in one colour. Filters would look softer,
// but each makes the browser redraw the whole board, which takes longer than everything else a click does.

const WIDE = { chosen: 6, over: 4, hint: 7 };
const DRAWN = "path,circle,ellipse,rect,polygon,polyline,line";
const NAMES = /^(id|role|tabindex|data-.*|aria-.*)$/;

export class Highlight {
  constructor(picture) {
    this.picture = picture;
    this.drawn = [];
  }

  /** Show these halos, `[element, kind]`, and no others. */
  show(wanted) {
    const same = ([node, kind], i) => this.drawn[i]?.node === node && this.drawn[i].kind === kind && node.previousSibling === this.drawn[i].halo;
    if (wanted.length === this.drawn.length && wanted.every(same)) return;
    for (const { halo } of this.drawn) halo.remove();
    this.drawn = wanted.map(([node, kind]) => ({ node, kind, halo: this.put(node, kind) }));
  }

  put(node, kind) {
    const halo = node.cloneNode(true);
    for (const part of [halo, ...halo.querySelectorAll("*")]) for (const { name } of [...part.attributes]) if (NAMES.test(name)) part.removeAttribute(name);
    for (const part of halo.querySelectorAll("title, text, use")) part.remove();
    const wide = 2 * WIDE[kind] * this.picture.unit;
    const shapes = [...halo.querySelectorAll(DRAWN)], seen = shapes.filter((part) => outlined(part, wide / scaleOf(part, halo)));
    if (!seen.length && shapes.length) seen.push(ringed(shapes[0], wide / scaleOf(shapes[0], halo))); // an empty place
    for (const part of shapes) if (!seen.includes(part)) part.remove();
    halo.setAttribute("class", `halo ${kind}`);
    halo.setAttribute("aria-hidden", "true");
    node.before(halo);
    return halo;
  }
}

/** An attribute of an element, or of its nearest ancestor that has it. */
const inherited = (node, name) => node.closest(`[${name}]`)?.getAttribute(name) ?? null;

/** Widen a shape by this much; false if nothing of it is visible. */
function outlined(shape, more) {
  const filled = inherited(shape, "fill") !== "none", stroke = inherited(shape, "stroke");
  const lined = stroke !== null && stroke !== "none";
  if (!filled && !lined) return false;
  const own = lined ? Number(inherited(shape, "stroke-width") ?? 1) : 0;
  shape.setAttribute("stroke-width", own + more);
  if (!filled) shape.classList.add("open");
  return true;
}

/** A ring round an invisible shape. */
function ringed(shape, wide) {
  shape.setAttribute("stroke-width", wide);
  shape.classList.add("open");
  return shape;
}

/** The scale at which a shape is drawn. */
function scaleOf(shape, root) {
  let scale = 1;
  for (let node = shape; ; node = node.parentNode) {
    const list = node.transform.baseVal;
    for (let i = 0; i < list.numberOfItems; i++) {
      const { a, b } = list.getItem(i).matrix;
      scale *= Math.hypot(a, b);
    }
    if (node === root) return scale || 1;
  }
}
