/** What happens when something is clicked, typed or turned. */
(function start() {
  const get = (id) => document.getElementById(id);
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  root.dataset.theme = dark.matches ? "dark" : "light";

  const diagram = new Diagram(JSON.parse(get("data").textContent));
  const canvas = get("picture");
  const picture = new Picture(canvas, diagram);
  const details = new Details(get("details"), diagram, { choose, search, follow });
  let chosen = null;
  window.nzdd = { diagram, picture }; // for the console

  for (const [name, value] of diagram.facts) {
    const pair = element("div");
    pair.append(element("dt", name), element("dd", value));
    get("facts").append(pair);
  }
  get("left-out").textContent = diagram.leftOut;
  get("left-out").hidden = !diagram.leftOut;
  document.body.classList.toggle("partial", Boolean(diagram.leftOut));

  const isFolded = diagram.lines.length < diagram.numEdges;
  document.body.classList.toggle("bundled", isFolded);
  get("profile").open = Boolean(diagram.leftOut) || diagram.numNodes > 300 || diagram.numEdges > 2000;

  function choose(what) {
    chosen = what;
    const { node = -1, edge = -1, line = -1 } = what ?? {};
    const edges = [edge, line].filter((place) => place >= 0);
    if (node >= 0) {
      const here = [...diagram.incoming[node], ...diagram.outgoing[node]];
      edges.push(...new Set(here.map((each) => diagram.line[each])));
    }
    details.show(what);
    picture.mark({ chosen: edges, node, line });
    if (node >= 0) picture.move((view) => view.reveal(diagram.x[node], diagram.y[node]));
  }

  function search(text) {
    get("symbol").value = text;
    const symbols = diagram.search(text);
    const edges = diagram.edgesWith(symbols);
    picture.mark({ found: edges });
    const box = get("found");
    box.replaceChildren();
    if (!text.trim()) return;
    if (!symbols.length) {
      box.append(`no edge ${diagram.leftOut ? "shown here " : ""}carries “${text.trim()}”`);
      return;
    }
    const one = symbols.length === 1;
    const what = one ? diagram.names[symbols[0]] : `one of ${amount(symbols.length)} symbols`;
    box.append(element("strong", plural(edges.length, "edge")), ` with ${what}`);
    if (!one) box.append(details.chips(symbols, Details.MOST));
  }

  function follow(text) {
    get("row").value = text;
    const { symbols, unknown } = diagram.parseRow(text);
    const path = unknown.length ? null : diagram.largestInside(symbols);
    const covered = (path ?? []).flatMap((edge) => diagram.labelsOf(edge));
    const isRow = path !== null && covered.length === symbols.length;
    const answer = get("answer");
    answer.replaceChildren();
    if (unknown.length) {
      const where = diagram.leftOut ? "shown here " : "";
      answer.append(`no symbol ${where}is called “${unknown[0]}”`);
    } else if (isRow) {
      answer.append(element("strong", "in the family"), `: ${plural(path.length, "edge")}`);
    } else {
      const where = diagram.leftOut ? "no path shown here spells this row" : "not in the family";
      const inside = path ? `; the largest row inside it: ${diagram.setText(covered)}` : "";
      answer.append(element("strong", where), inside);
    }
    const nodes = path ? [diagram.root, ...path.map((edge) => diagram.target[edge])] : [];
    picture.mark({ path: path ?? [], pathNodes: nodes });
  }

  function forget() {
    choose(null);
    search("");
    get("row").value = "";
    get("answer").replaceChildren();
    picture.mark({ path: [], pathNodes: [] });
  }

  get("symbol").addEventListener("input", (event) => search(event.target.value));
  get("search").addEventListener("submit", (event) => event.preventDefault());
  get("follow").addEventListener("submit", (event) => {
    event.preventDefault();
    follow(get("row").value);
  });
  // names to choose from, of the symbol that is being typed
  for (const [field, list] of [["symbol", "names"], ["row", "rows"]]) {
    const suggest = () => {
      const found = diagram.completions(get(field).value, { row: field === "row", most: 50 });
      get(list).replaceChildren(...found.map((choice) => Object.assign(element("option"), choice)));
    };
    get(field).addEventListener("input", suggest);
    get(field).addEventListener("focus", suggest);
  }
  function paint(isDark) {
    root.dataset.theme = isDark ? "dark" : "light";
    picture.recolour();
  }
  const buttons = {
    nearer: () => picture.move((view) => view.zoom(1.5)),
    farther: () => picture.move((view) => view.zoom(1 / 1.5)),
    whole: () => picture.showAll(),
    theme: () => paint(root.dataset.theme === "light"),
  };
  for (const [id, action] of Object.entries(buttons)) get(id).addEventListener("click", action);
  dark.addEventListener("change", () => paint(dark.matches));

  // Mouse and touch: one pointer pans, two zoom; a pointer that hardly moved was a click.
  const pointers = new Map();
  let travelled = 0;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const at = ({ x, y }) => picture.shape.at(x, y, picture.view);
  // the middle of the first two pointers, and how far apart they are; of one, where it is
  const spread = () => {
    const [a, b = a] = [...pointers.values()];
    const gap = Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
    return { gap, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (!pointers.size) travelled = 0;
    pointers.set(event.pointerId, place(event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [before, now] = [pointers.get(event.pointerId), place(event)];
    if (!before) return hover(now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < 4) return;
    canvas.classList.add("dragging");
    const old = spread();
    pointers.set(event.pointerId, now);
    const next = spread();
    picture.move((view) => {
      view.zoom(next.gap / old.gap, next);
      view.pan(next.x - old.x, next.y - old.y);
    }, true);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      if (pointers.size) return;
      canvas.classList.remove("dragging");
      if (end === "pointerup" && travelled < 4) choose(at(place(event)));
    });
  }
  canvas.addEventListener("pointerleave", () => hover(null));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : 1;
    const turned = Math.max(-120, Math.min(120, event.deltaY * unit));
    picture.move((view) => view.zoom(Math.exp(-turned / 300), place(event)), true);
  }, { passive: false });

  let asked = 0;
  function hover(spot) {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => {
      const what = spot && at(spot);
      canvas.classList.toggle("pointing", Boolean(what));
      const old = picture.marks.hover;
      const same = ["node", "edge", "line"].every((kind) => what?.[kind] === old?.[kind]);
      if (!same && !picture.isCostly) picture.mark({ hover: what });
    });
  }

  function walk(key) {
    const start = diagram.root >= 0 ? diagram.root : 0;
    const node = chosen?.node >= 0 ? chosen.node : chosen ? diagram.source[chosen.edge ?? chosen.line] : -1;
    if (node < 0) return choose({ node: start });
    const beside = picture.shape.layers[diagram.layer[node]];
    const next = {
      ArrowDown: () => diagram.target[diagram.outgoing[node][0]],
      ArrowUp: () => diagram.source[diagram.incoming[node][0]],
      ArrowLeft: () => beside[beside.indexOf(node) - 1],
      ArrowRight: () => beside[beside.indexOf(node) + 1],
    }[key]();
    choose({ node: next ?? node });
  }

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {
      ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60],
    };
    const step = steps[event.key];
    const zoom = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
    if (step && event.shiftKey) picture.move((view) => view.pan(...step), true);
    else if (step) walk(event.key);
    else if (zoom) picture.move((view) => view.zoom(zoom), true);
    else if (event.key === "0") picture.showAll();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return forget();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return;
    const field = { "/": "symbol", r: "row" }[event.key];
    if (!field) return;
    event.preventDefault();
    get(field).focus();
  });
})();
