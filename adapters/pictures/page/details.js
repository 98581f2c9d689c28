/** What the page says of a node or an edge. */
class Details {
  static MOST = 12; // edges, symbols and so on in a list
  static ROWS = 5;

  /** `ask` has the functions `choose`, `search` and `follow`, called by what is clicked. */
  constructor(box, diagram, ask) {
    Object.assign(this, { box, diagram, ask });
  }

  /** Say what is known of `{ node }`, `{ edge }`, `{ line }` of several edges, or null. */
  show(what) {
    this.box.replaceChildren();
    if (what?.node >= 0) this.#node(what.node);
    if (what?.edge >= 0) this.#edge(what.edge);
    if (what?.line >= 0) this.#line(what.line);
  }

  #node(node) {
    const { diagram, box } = this;
    const symbol = diagram.variable?.[node] ?? -1;
    const leaf = diagram.variable ? "terminal" : "leaf";
    const role = node === diagram.root ? "root" : node === diagram.leaf ? leaf : "node";
    box.append(element("h2", `${role} ${diagram.node[node]}`));
    if (symbol >= 0) box.append(this.chips([symbol]));
    box.append(element("p", this.#rows(diagram.rowsThrough(node))));
    if (diagram.isCut[node]) box.append(element("p", "some of its edges are left out", "muted"));
    this.#edges("from it", diagram.outgoing[node], diagram.target);
    this.#edges("to it", diagram.incoming[node], diagram.source);
    this.#someRows({ node });
  }

  #edge(edge) {
    const { diagram, box } = this;
    const [source, target] = [diagram.source[edge], diagram.target[edge]];
    const kind = !diagram.variable ? "edge" : diagram.isLow[edge] ? "low edge" : "high edge";
    const ends = `from ${diagram.node[source]} to ${diagram.node[target]}`;
    box.append(element("h2", `${kind} ${ends}`));
    box.append(element("p", this.#rows(diagram.multiplicity[edge], "multiplicity ")));
    const symbols = diagram.labelsOf(edge);
    if (diagram.isLow[edge]) {
      box.append(element("p", `rows without ${diagram.names[diagram.variable[source]]}`));
    } else if (symbols.length) {
      box.append(element("h3", symbols.length === 1 ? "label" : `${symbols.length} labels`));
      box.append(this.chips(symbols));
    } else {
      box.append(element("p", "no labels"));
    }
    this.#ends(edge);
    this.#someRows({ edge });
  }

  /** Parallel edges that are drawn as one. */
  #line(line) {
    const { diagram, box } = this;
    const edges = diagram.edgesOf(line);
    const [source, target] = [diagram.source[line], diagram.target[line]];
    const ends = `from ${diagram.node[source]} to ${diagram.node[target]}`;
    box.append(element("h2", `${plural(edges.length, "edge")} ${ends}`));
    const rows = edges.map((edge) => diagram.multiplicity[edge]);
    const sum = rows.includes(null) ? null : rows.reduce((total, more) => total + more, 0);
    box.append(element("p", this.#rows(sum)));
    this.#edges("in this line", edges, diagram.target);
    const symbols = [...new Set(edges.flatMap((edge) => diagram.labelsOf(edge)))];
    box.append(element("h3", `${plural(symbols.length, "symbol")} on them`), this.chips(symbols));
    this.#ends(line);
  }

  #ends(edge) {
    const { diagram } = this;
    const ends = [diagram.source[edge], diagram.target[edge]];
    this.box.append(element("h3", "between"), this.#list(ends, (node) => [
      `node ${diagram.node[node]}`, () => this.ask.choose({ node }),
    ]));
  }

  #rows(rows, word = "") {
    const { total } = this.diagram;
    if (rows === null) return `${word}beyond 1e308`;
    const share = total ? ` (${percent(rows / total)} of all)` : "";
    return `${word ? word + amount(rows) : plural(rows, "row")}${share}`;
  }

  #edges(title, edges, ends) {
    const { diagram } = this;
    if (!edges.length) return;
    const more = edges.length > Details.MOST ? `, the ${Details.MOST} with most rows` : "";
    this.box.append(element("h3", `${plural(edges.length, "edge")} ${title}${more}`));
    this.box.append(this.#list(edges.slice(0, Details.MOST), (edge) => {
      const what = !diagram.variable ? diagram.setText(diagram.labelsOf(edge), 36)
        : diagram.isLow[edge] ? "low" : "high";
      const arrow = ends === diagram.target ? "→" : "←";
      const rows = this.#rows(diagram.multiplicity[edge]).replace(/ \(.*/, "");
      const text = `${what} ${arrow} node ${diagram.node[ends[edge]]} · ${rows}`;
      return [text, () => this.ask.choose({ edge })];
    }));
  }

  #someRows(place) {
    const { diagram } = this;
    const rows = diagram.someRows(place, Details.ROWS);
    if (!rows.length) return;
    this.box.append(element("h3", "some of its rows"), this.#list(rows, ({ symbols, open }) => {
      const text = symbols.map((symbol) => diagram.names[symbol]).join(", ");
      const shown = `${diagram.setText(symbols, 160)}${open ? " …" : ""}`;
      return [shown, open ? null : () => this.ask.follow(text)];
    }));
  }

  /** Buttons that search the symbols. */
  chips(symbols, most = 10 * Details.MOST) {
    const shown = symbols.slice(0, most);
    const chips = element("div", "", "chips");
    chips.append(...shown.map((symbol) =>
      button(this.diagram.names[symbol], () => this.ask.search(this.diagram.names[symbol]))));
    const more = symbols.length - shown.length;
    if (more) chips.append(`… ${amount(more)} more`);
    return chips;
  }

  #list(items, entry) {
    const list = element("ul");
    for (const item of items) {
      const [text, action] = entry(item);
      const line = element("li");
      line.append(action ? button(text, action) : text);
      list.append(line);
    }
    return list;
  }
}

function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function button(text, action) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

function amount(number) {
  if (Number.isInteger(number) && number < 1e15) return number.toLocaleString("en");
  return `${Number(number.toPrecision(6))}`;
}

/** `1 edge`, `2 edges`. */
function plural(count, noun) {
  return `${amount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function percent(share) {
  return share > 0 && share < 0.001 ? "<0.1 %" : `${Number((100 * share).toPrecision(3))} %`;
}
