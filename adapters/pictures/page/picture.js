/** The diagram on a canvas, and what of it is marked. */
class Picture {
  static TEXT_ROOM = 9000; // square pixels an edge from which on edges have texts
  static TEXTS = 20; // edges; if more are marked at once they have no texts
  static TELLING = 6; // characters; what is cut to fewer says less than the name of its layer
  static COVER = 0.12; // of the paper by lines; if there are more, they are fainter
  static FAINTEST = 0.08;
  static MANY = 3000; // edges; more are not drawn anew while they move
  static STROKE = 150; // edges drawn at once; many strokes show by their shade where edges crowd

  constructor(canvas, diagram) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.diagram = diagram;
    this.shape = new Shape(diagram);
    this.view = new View(this.shape);
    this.marks = { found: [], path: [], chosen: [], node: -1, pathNodes: [], hover: null, line: -1 };
    this.groups = Picture.#groups(diagram);
    this.isCostly = false;
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.recolour();
  }

  /** Edges that are drawn in one style and width. */
  static #groups(diagram) {
    const width = (line) => Math.round(diagram.widthOf.get(line) * 2) / 2;
    return together(diagram.lines, (edge) => `${width(edge)} ${diagram.isLow[edge]}`)
      .map((edges) => ({ edges, width: width(edges[0]), low: Boolean(diagram.isLow[edges[0]]) }))
      .sort((a, b) => a.width - b.width);
  }

  /** Read the colours of the page anew. */
  recolour() {
    const style = getComputedStyle(document.documentElement);
    const names = "paper ink muted line edge node cut found path chosen".split(" ");
    const values = names.map((name) => [name, style.getPropertyValue(`--${name}`)]);
    this.colour = Object.fromEntries(values);
    this.font = getComputedStyle(document.body).fontFamily;
    this.redraw();
  }

  #resize() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!width || !height) return;
    const { view } = this;
    const centre = view.width ? view.place(view.width / 2, view.height / 2) : null;
    this.ratio = window.devicePixelRatio || 1;
    Object.assign(view, { width, height });
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    if (centre) this.move(() => view.centre(...centre));
    else this.showAll();
  }

  showAll() {
    this.context.font = `12px ${this.font}`;
    const names = this.shape.layers.map((_, layer) => this.#layerName(layer));
    const widths = names.map((name) => this.context.measureText(name).width);
    const side = 18 + Math.min(Math.max(...widths), 110);
    this.view.showAll(side, this.diagram.leftOut ? 64 : 24);
    this.redraw();
  }

  /** Change the view, then draw; `quick` where more of the same will follow at once. */
  move(change, quick = false) {
    change(this.view);
    this.redraw(quick);
  }

  mark(marks) {
    Object.assign(this.marks, marks);
    this.redraw();
  }

  /** Draw soon; while moving a costly picture, only shift what was drawn last. */
  redraw(quick = false) {
    this.shifting = quick && this.isCostly;
    if (this.waiting || !this.view.width) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      clearTimeout(this.settling);
      if (!this.shifting) return this.#draw();
      this.#shift();
      this.settling = setTimeout(() => this.redraw(), 140);
    });
  }

  #clear() {
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.fillStyle = this.colour.paper;
    this.context.fillRect(0, 0, this.view.width, this.view.height);
  }

  #shift() {
    const { kept, view } = this;
    const [across, down] = [view.scale / kept.scale, view.down / kept.down];
    this.#clear();
    this.context.drawImage(kept.image, view.left - kept.left * across, view.top - kept.top * down,
      view.width * across, view.height * down);
  }

  #keep() {
    const image = this.kept?.image ?? document.createElement("canvas");
    [image.width, image.height] = [this.canvas.width, this.canvas.height];
    image.getContext("2d").drawImage(this.canvas, 0, 0);
    const { scale, down, left, top } = this.view;
    this.kept = { image, scale, down, left, top };
  }

  #draw() {
    const { colour, marks } = this;
    this.drawn = 0;
    this.#clear();
    this.#lines();
    const marked = marks.found.length + marks.path.length + marks.chosen.length > 0;
    for (const group of this.groups) this.#shaded(group, marked);
    this.context.globalAlpha = 1;
    this.#marked(marks.found, colour.found, 2.5);
    this.#marked(marks.path, colour.path, 4);
    this.#marked(marks.chosen, colour.chosen, marks.node < 0 ? 3.5 : 2);
    const pointed = this.#pointed();
    if (pointed >= 0) this.#marked([pointed], colour.chosen, 2.5);
    this.#nodes();
    this.#texts(marked);
    this.#names();
    this.isCostly = this.drawn > Picture.MANY;
    if (this.isCostly) this.#keep();
  }

  /** A faint line through each layer. */
  #lines() {
    const { context, colour, diagram, shape, view } = this;
    if (shape.bottom * view.down < 8 * shape.layers.length) return;
    context.strokeStyle = colour.line;
    context.lineWidth = 1;
    context.beginPath();
    for (const nodes of shape.layers) {
      const py = Math.round(view.pixel(0, diagram.y[nodes[0]])[1]) + 0.5;
      if (py < 0 || py > view.height) continue;
      context.moveTo(0, py);
      context.lineTo(view.width, py);
    }
    context.stroke();
  }

  #shaded({ edges, width, low }, isBehind) {
    const shade = this.#shade();
    this.context.globalAlpha = isBehind ? Math.max(0.3 * shade, Picture.FAINTEST) : shade;
    const count = shade < 1 ? Math.ceil(edges.length / Picture.STROKE) : 1;
    for (let first = 0; first < count; first++) {
      const some = count === 1 ? edges : edges.filter((_, i) => i % count === first);
      this.#strokes(some, this.colour.edge, width, low);
    }
  }

  /** The denser the lines, the fainter each of them, so that the picture keeps its paper. */
  #shade() {
    const { shape, view } = this;
    const cover = shape.crossing / ((shape.right - shape.left + 1) * view.scale);
    return Math.min(1, Math.max(Picture.FAINTEST, Picture.COVER / cover));
  }

  #marked(edges, colour, width) {
    const { isLow, line } = this.diagram;
    const lines = [...new Set(edges.map((edge) => line[edge]))];
    const low = (wanted) => lines.filter((edge) => Boolean(isLow[edge]) === wanted);
    this.#strokes(low(false), colour, width, false, 2);
    this.#strokes(low(true), colour, width, true, 2);
  }

  #strokes(edges, colour, width, dashed, least = 0.6) {
    const { context, shape, view } = this;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(width * Math.min(1, Math.max(0.3, view.scale / 40)), least);
    context.setLineDash(dashed && view.scale > 5 ? [5, 4] : []);
    context.beginPath();
    for (const edge of edges) {
      const [x1, y1, a, b, c, d, x2, y2] = shape.curve(edge, view);
      if (y2 < 0 || y1 > view.height) continue;
      if (Math.max(x1, x2, a, c) < 0 || Math.min(x1, x2, a, c) > view.width) continue;
      this.drawn++;
      context.moveTo(x1, y1);
      context.bezierCurveTo(a, b, c, d, x2, y2);
    }
    context.stroke();
    context.setLineDash([]);
  }

  #nodes() {
    const { context, colour, diagram, marks, view } = this;
    const radius = Math.max(this.shape.radius * view.scale, 1.3);
    const onPath = new Set(marks.pathNodes);
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let node = 0; node < diagram.numNodes; node++) {
      const [px, py] = view.pixel(diagram.x[node], diagram.y[node]);
      if (!view.sees(px, py, 80)) continue;
      const special = node === marks.node ? colour.chosen : onPath.has(node) ? colour.path : null;
      if (radius < 2.5 && !special) {
        context.fillStyle = diagram.isCut[node] ? colour.muted : colour.ink;
        context.fillRect(px - radius, py - radius, 2 * radius, 2 * radius);
        continue;
      }
      const hovered = marks.hover?.node === node;
      context.fillStyle = diagram.isCut[node] ? colour.cut : colour.node;
      context.strokeStyle = special ?? (hovered ? colour.chosen : colour.ink);
      context.lineWidth = special ? 3 : 1.3;
      this.#node(node, px, py, special ? Math.max(radius, 4) : radius);
    }
  }

  #node(node, px, py, radius) {
    const { context, diagram } = this;
    context.font = `${Math.min(Math.max(radius * 0.85, 8), 15)}px ${this.font}`;
    const most = Math.max(this.view.scale * 0.47, radius);
    const name = radius > 6.5 ? this.#nodeText(node) : "";
    const cut = this.#fitting(name, 2 * most - radius * 0.5);
    const text = cut === name || cut.length >= Picture.TELLING ? cut : "";
    const wanted = context.measureText(text).width / 2 + radius * 0.45;
    const half = Math.min(Math.max(wanted, radius), most);
    const outline = (more, corner) => context.roundRect(px - half - more, py - radius - more,
      2 * (half + more), 2 * (radius + more), corner);
    const isEnd = node === diagram.leaf || diagram.variable?.[node] === -1;
    context.beginPath();
    outline(0, isEnd ? 0 : radius);
    context.fill();
    if (node === diagram.root && !diagram.variable && radius > 3) outline(3, radius + 3);
    context.stroke();
    context.fillStyle = diagram.variable ? this.colour.ink : this.colour.muted;
    context.fillText(text, px, py);
  }

  #nodeText(node) {
    const { variable, names, node: numbers } = this.diagram;
    return variable && variable[node] >= 0 ? names[variable[node]] : `${numbers[node]}`;
  }

  #fitting(text, room) {
    const width = (part) => this.context.measureText(part).width;
    if (width(text) <= room) return text;
    let length = text.length;
    while (length > 1 && width(`${text.slice(0, length)}…`) > room) length--;
    return `${text.slice(0, length).replace(/[\s,…]+$/, "")}…`;
  }

  /** Label sets where there is room, and always on marked edges; of a ZDD the nodes say it. */
  #texts(marked) {
    const { diagram, marks, context, colour, shape, view } = this;
    if (diagram.variable) return;
    const few = (edges) => (edges.length <= Picture.TEXTS ? edges : []);
    // a row, a search and an edge that was chosen mean edges, all else means lines
    const edges = marks.node < 0 && marks.line < 0 ? marks.chosen : [];
    const own = new Set([...marks.path, ...edges, ...few(marks.found)]);
    const special = new Set([...own, ...few(marks.chosen)]);
    const pointed = this.#pointed();
    if (pointed >= 0) special.add(pointed);
    const others = marked ? [] : this.#inSight(view.width * view.height / Picture.TEXT_ROOM);
    this.#writing("center", 4);
    const taken = [];
    for (const edge of [...special, ...others]) {
      const [px, py] = shape.middle(edge, view);
      if (!view.sees(px, py)) continue;
      const text = this.#fitting(own.has(edge) ? this.#edgeText(edge) : this.#lineText(edge), 220);
      const half = context.measureText(text).width / 2 + 4;
      const meets = (box) => Math.abs(box.py - py) < 15 && Math.abs(box.px - px) < half + box.half;
      if (taken.some(meets)) continue;
      taken.push({ px, py, half });
      this.#write(text, px, py, colour.ink);
    }
  }

  /** The edge or line under the pointer, or -1. */
  #pointed() {
    const { hover } = this.marks;
    return hover?.edge ?? hover?.line ?? -1;
  }

  #edgeText(edge) {
    return this.diagram.setText(this.diagram.labelsOf(edge), 24);
  }

  /** The same, after the number of edges where a line stands for several. */
  #lineText(line) {
    if (!this.diagram.isFolded(line)) return this.#edgeText(line);
    return `×${amount(this.diagram.edgesIn.get(line))}: ${this.#edgeText(line)}, …`;
  }

  /** The lines with their middle in sight; none if there are more than `most`. */
  #inSight(most) {
    const seen = [];
    for (const edge of this.diagram.lines) {
      if (this.view.sees(...this.shape.middle(edge, this.view))) seen.push(edge);
      if (seen.length > most) return [];
    }
    return seen;
  }

  /** What the nodes of a layer ask for, or its number. */
  #layerName(layer) {
    const { variable, names } = this.diagram;
    if (!variable) return `${layer}`;
    const symbol = variable[this.shape.layers[layer][0]];
    return symbol < 0 ? "end" : names[symbol];
  }

  /** The names of the layers at the left margin. */
  #names() {
    const { view, shape, diagram } = this;
    this.#writing("left", 5);
    let last = -Infinity;
    shape.layers.forEach((nodes, layer) => {
      const py = view.pixel(0, diagram.y[nodes[0]])[1];
      if (py < 8 || py > view.height - 8 || py - last < 15) return;
      last = py;
      this.#write(this.#fitting(this.#layerName(layer), 110), 10, py, this.colour.muted);
    });
  }

  #writing(align, halo) {
    Object.assign(this.context, {
      font: `12px ${this.font}`, textAlign: align, textBaseline: "middle", lineJoin: "round",
      lineWidth: halo, strokeStyle: this.colour.paper,
    });
  }

  #write(text, px, py, colour) {
    this.context.strokeText(text, px, py);
    this.context.fillStyle = colour;
    this.context.fillText(text, px, py);
  }
}
