/** The arrays of a diagram, and questions to them. A node or an edge is its place in the arrays. */
class Diagram {
  constructor(data) {
    Object.assign(this, data);
    this.numNodes = data.node.length;
    this.numEdges = data.source.length;
    this.isLow = Diagram.#marks(data.low, this.numEdges);
    this.isCut = Diagram.#marks(data.cut, this.numNodes);
    // of many parallel edges one is drawn, the line of all of them
    this.line = data.line.length ? data.line : [...data.source.keys()];
    this.lines = [...data.source.keys()].filter((edge) => this.line[edge] === edge);
    this.widthOf = new Map(this.lines.map((line, at) => [line, data.width[at]]));
    this.edgesIn = new Map(); // the number of edges of each line
    for (const line of this.line) this.edgesIn.set(line, (this.edgesIn.get(line) ?? 0) + 1);
    this.outgoing = this.#edgesAt(data.source);
    this.incoming = this.#edgesAt(data.target);
    // layers rise along every edge, so this is a topological order
    const layer = (edge) => this.layer[this.source[edge]];
    this.forwards = [...data.source.keys()].sort((a, b) => layer(a) - layer(b));
    // a text is a name, else a number, else a name in other letters or with other blanks
    this.called = new Map();
    const call = (text, symbol) => this.called.has(text) || this.called.set(text, symbol);
    data.names.forEach(call);
    data.symbols.forEach((number, symbol) => call(`${number}`, symbol));
    this.plain = data.names.map(Diagram.#plain);
    this.plain.forEach(call);
    const words = data.names.map((name) => name.split(/\s+/).length);
    this.longestName = words.reduce((most, count) => Math.max(most, count), 1); // in words
  }

  static #plain(text) {
    return text.toLowerCase().replace(/\s+/g, "");
  }

  /** The symbol of a name or number, or undefined. */
  #symbol(text) {
    return this.called.get(text) ?? this.called.get(Diagram.#plain(text));
  }

  static #marks(positions, length) {
    const marks = new Uint8Array(length);
    for (const position of positions) marks[position] = 1;
    return marks;
  }

  /** The edges at each node, those with most rows first. */
  #edgesAt(ends) {
    const lists = Array.from({ length: this.numNodes }, () => []);
    ends.forEach((node, edge) => lists[node].push(edge));
    const rows = (edge) => this.multiplicity[edge] ?? Infinity;
    for (const list of lists) {
      list.sort((a, b) => (rows(a) === rows(b) ? a - b : rows(b) - rows(a)));
    }
    return lists;
  }

  /** The edges of a line, those with most rows first. */
  edgesOf(line) {
    return this.outgoing[this.source[line]].filter((edge) => this.line[edge] === line);
  }

  /** Whether an edge is the line of several. */
  isFolded(line) {
    return this.edgesIn.get(line) > 1;
  }

  /** The symbols of an edge. */
  labelsOf(edge) {
    return this.labels.slice(this.offsets[edge], this.offsets[edge + 1]);
  }

  /** `{a, b}`, cut after about that many letters. */
  setText(symbols, letters = Infinity) {
    if (!symbols.length) return "∅";
    let [count, length] = [0, 0];
    while (count < symbols.length && (count === 0 || length < letters)) {
      length += this.names[symbols[count++]].length + 2;
    }
    const shown = symbols.slice(0, count).map((symbol) => this.names[symbol]).join(", ");
    const more = symbols.length - count;
    return `{${shown}${more > 0 ? `, … ${more} more` : ""}}`;
  }

  /** The total weight of the rows through a node; null where a double cannot hold it. */
  rowsThrough(node) {
    const edges = node === this.root ? this.outgoing[node] : this.incoming[node];
    if (node === this.root && !edges.length) return this.total;
    return edges.reduce((sum, edge) => {
      const rows = this.multiplicity[edge];
      return sum === null || rows === null ? null : sum + rows;
    }, 0);
  }

  /** The symbols whose name or number is the text, or else all whose name contains it. */
  search(text) {
    const part = Diagram.#plain(text);
    if (!part) return [];
    const one = this.#symbol(text.trim());
    if (one !== undefined) return [one];
    return this.plain.flatMap((name, symbol) => (name.includes(part) ? [symbol] : []));
  }

  /**
   * Texts with the name that was begun completed, or the last one of a row. A name that a row
   * cannot hold is its number there.
   */
  completions(text, { row, most }) {
    const start = row ? text.length - text.split(/[,;{}]/).pop().trimStart().length : 0;
    const part = Diagram.#plain(text.slice(start));
    const found = [];
    for (const [symbol, name] of this.plain.entries()) {
      if (found.length >= most) break;
      if (!name.includes(part)) continue;
      const shown = this.names[symbol];
      const typed = row && /[,;{}∅]/.test(shown) ? `${this.symbols[symbol]}` : shown;
      found.push({ value: text.slice(0, start) + typed, label: typed === shown ? "" : shown });
    }
    return found;
  }

  /** The edges that carry any of the symbols. */
  edgesWith(symbols) {
    const wanted = new Set(symbols);
    return [...this.source.keys()].filter((edge) =>
      this.labelsOf(edge).some((symbol) => wanted.has(symbol)));
  }

  /** Read a row: symbols by name or number, with commas, or blanks where names have none. */
  parseRow(text) {
    const symbols = new Set();
    const unknown = [];
    for (const part of text.split(/[,;{}∅]/)) {
      const words = part.trim().split(/\s+/).filter(Boolean);
      while (words.length) {
        let length = Math.min(words.length, this.longestName);
        const symbol = () => this.#symbol(words.slice(0, length).join(" "));
        while (length && symbol() === undefined) length--;
        if (length) symbols.add(symbol());
        else unknown.push(words[0]);
        words.splice(0, length || 1);
      }
    }
    return { symbols: [...symbols], unknown };
  }

  /**
   * The path from the root to the leaf with most symbols of a row and no others, or null.
   * A path meets a symbol at most once, so the row is in the family if it has all of them.
   */
  largestInside(row) {
    if (this.root < 0 || this.leaf < 0) return null;
    const inside = new Set(row);
    const most = new Int32Array(this.numNodes).fill(-1);
    const via = new Int32Array(this.numNodes).fill(-1);
    most[this.root] = 0;
    for (const edge of this.forwards) {
      const from = most[this.source[edge]];
      const count = this.offsets[edge + 1] - this.offsets[edge];
      if (from < 0 || from + count <= most[this.target[edge]]) continue;
      if (!this.labelsOf(edge).every((symbol) => inside.has(symbol))) continue;
      most[this.target[edge]] = from + count;
      via[this.target[edge]] = edge;
    }
    if (most[this.leaf] < 0) return null;
    const edges = [];
    for (let node = this.leaf; node !== this.root; node = this.source[edges[0]]) {
      edges.unshift(via[node]);
    }
    return edges;
  }

  /** Some rows through a node or an edge: lists of symbols, open where edges are missing. */
  someRows({ node = -1, edge = -1 }, count) {
    const [from, to] = edge < 0 ? [node, node] : [this.source[edge], this.target[edge]];
    const before = this.#walks(from, this.incoming, this.source, this.root, count);
    const after = this.#walks(to, this.outgoing, this.target, this.leaf, count);
    const between = edge < 0 ? [] : this.labelsOf(edge);
    const rows = [];
    for (let sum = 0; rows.length < count && sum < before.length + after.length - 1; sum++) {
      for (let i = 0; i <= sum && rows.length < count; i++) {
        const [head, tail] = [before[i], after[sum - i]];
        if (!head || !tail) continue;
        const symbols = [...head.symbols, ...between, ...tail.symbols];
        rows.push({ symbols: symbols.sort((a, b) => a - b), open: head.open || tail.open });
      }
    }
    return rows;
  }

  /** The first paths from a node to an end, depth first, edges with most rows first. */
  #walks(start, edgesAt, next, end, count) {
    const walks = [];
    const waiting = [{ node: start, edge: -1, back: null }];
    while (waiting.length && walks.length < count) {
      const step = waiting.pop();
      const edges = step.node === end ? [] : edgesAt[step.node];
      for (let i = edges.length - 1; i >= 0; i--) {
        waiting.push({ node: next[edges[i]], edge: edges[i], back: step });
      }
      if (edges.length) continue;
      const symbols = [];
      for (let at = step; at.back; at = at.back) symbols.push(...this.labelsOf(at.edge));
      walks.push({ symbols, open: step.node !== end });
    }
    return walks;
  }
}
