/** Where nodes and edges run, in the units of the layout; a `View` turns them into pixels. */
class Shape {
  constructor(diagram) {
    this.diagram = diagram;
    // of a node; many small ones leave more of the edges to be seen
    this.radius = diagram.variable && diagram.numNodes < 100 ? 0.34 : 0.2;
    this.layers = this.#byLayer();
    this.bends = this.#spread();
    [this.left, this.right] = this.#sides();
    this.bottom = diagram.y.reduce((most, y) => Math.max(most, y), 0);
    // how many lines a level line meets on average
    const height = (edge) => diagram.y[diagram.target[edge]] - diagram.y[diagram.source[edge]];
    this.crossing = diagram.lines.reduce((sum, edge) => sum + height(edge), 0) / (this.bottom || 1);
  }

  /** The nodes of each layer, from left to right. */
  #byLayer() {
    const layers = [];
    this.diagram.layer.forEach((layer, node) => (layers[layer] ??= []).push(node));
    for (const nodes of layers) nodes.sort((a, b) => this.diagram.x[a] - this.diagram.x[b]);
    return layers;
  }

  /** How far each edge bends: parallel ones apart, long ones out of the way of nodes between. */
  #spread() {
    const { source, target, numNodes, numEdges } = this.diagram;
    const bends = new Float64Array(numEdges);
    const { line, lines } = this.diagram;
    for (const edges of together(lines, (edge) => source[edge] * numNodes + target[edge])) {
      const step = 0.8;
      const aside = this.#aside(source[edges[0]], target[edges[0]]);
      edges.forEach((edge, i) => {
        const bend = (i - (edges.length - 1) / 2) * step;
        bends[edge] = aside ? aside * (0.8 + Math.abs(bend)) * (aside * bend < 0 ? -1 : 1) : bend;
      });
    }
    line.forEach((drawn, edge) => (bends[edge] = bends[drawn]));
    return bends;
  }

  /** To which side an edge has to bend, -1 or 1; 0 if no node is in its way. */
  #aside(from, to) {
    const { x, layer } = this.diagram;
    const long = layer[to] - layer[from];
    if (long > 12) return 0;
    for (let step = 1; step < long; step++) {
      const middle = x[from] + (x[to] - x[from]) * step / long;
      const nodes = this.layers[layer[from] + step];
      let [low, high] = [0, nodes.length];
      while (low < high) {
        const half = (low + high) >> 1;
        if (x[nodes[half]] < middle - 0.4) low = half + 1;
        else high = half;
      }
      const met = nodes[low];
      if (low < nodes.length && x[met] < middle + 0.4) return x[met] > middle ? -1 : 1;
    }
    return 0;
  }

  #sides() {
    const { x, source, target, numEdges } = this.diagram;
    let [left, right] = [Infinity, -Infinity];
    const reach = (place) => ([left, right] = [Math.min(left, place), Math.max(right, place)]);
    for (const place of x) reach(place);
    for (let edge = 0; edge < numEdges; edge++) {
      reach((x[source[edge]] + x[target[edge]]) / 2 + this.bends[edge]);
    }
    return [left, right];
  }

  /** The four points of an edge's curve, in pixels. */
  curve(edge, view) {
    const { x, y, source, target } = this.diagram;
    const [x1, y1] = view.pixel(x[source[edge]], y[source[edge]]);
    const [x2, y2] = view.pixel(x[target[edge]], y[target[edge]]);
    const [rise, bend] = [0.42 * (y2 - y1), this.bends[edge] * view.scale * 4 / 3];
    return [x1, y1, x1 + bend, y1 + rise, x2 + bend, y2 - rise, x2, y2];
  }

  static #point([x1, y1, a, b, c, d, x2, y2], t) {
    const s = 1 - t;
    const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    return [p * x1 + q * a + r * c + u * x2, p * y1 + q * b + r * d + u * y2];
  }

  /** A place on an edge for its text, in pixels: near its middle and between two layers. */
  middle(edge, view) {
    const { layer, source, target } = this.diagram;
    const long = layer[target[edge]] - layer[source[edge]];
    return Shape.#point(this.curve(edge, view), (Math.floor(long / 2) + 0.5) / long);
  }

  /** What is at a pixel: `{ node }`, `{ edge }`, `{ line }` of several edges, or null. */
  at(px, py, view) {
    const { x, y, numNodes, lines } = this.diagram;
    let [best, distance] = [-1, Math.max(this.radius * view.scale, 7)];
    for (let node = 0; node < numNodes; node++) {
      const [nx, ny] = view.pixel(x[node], y[node]);
      const away = Math.hypot(nx - px, ny - py);
      if (away < distance) [best, distance] = [node, away];
    }
    if (best >= 0) return { node: best };
    distance = 6;
    for (const edge of lines) {
      const away = Shape.#distance(this.curve(edge, view), px, py, distance);
      if (away < distance) [best, distance] = [edge, away];
    }
    return best < 0 ? null : this.diagram.isFolded(best) ? { line: best } : { edge: best };
  }

  static #distance(curve, px, py, limit) {
    if (py < curve[1] - limit || py > curve[7] + limit) return Infinity;
    const across = [curve[0], curve[2], curve[4], curve[6]];
    if (px < Math.min(...across) - limit || px > Math.max(...across) + limit) return Infinity;
    // the curve runs downwards: halve to the height of the pixel, then look around
    let [low, high] = [0, 1];
    while (high - low > 1e-3) {
      const middle = (low + high) / 2;
      if (Shape.#point(curve, middle)[1] < py) low = middle;
      else high = middle;
    }
    let best = Infinity;
    for (let i = -8; i <= 8; i++) {
      const [x, y] = Shape.#point(curve, Math.min(Math.max(low + i / 100, 0), 1));
      best = Math.min(best, Math.hypot(x - px, y - py));
    }
    return best;
  }
}

/** Things in lists of equal keys. */
function together(things, key) {
  const lists = new Map();
  for (const thing of things) {
    const name = key(thing);
    if (!lists.has(name)) lists.set(name, []);
    lists.get(name).push(thing);
  }
  return [...lists.values()];
}
