/** Which part of a shape is seen, and how large: from its units to pixels and back. */
class View {
  static NEAREST = 160; // pixels a unit; nodes of a layer are at least one unit apart
  static TALLEST = 200; // pixels a layer, so that the next one stays in sight
  static START = 84; // pixels a unit at most when all of a small diagram is shown

  constructor(shape) {
    this.shape = shape;
    // pixels a unit across and down, and the pixel of the origin
    Object.assign(this, { scale: 1, down: 1, left: 0, top: 0, width: 0, height: 0 });
  }

  /** See everything, with room for names at the side and for a line at the top. */
  showAll(side, head) {
    const { left, right, bottom } = this.shape;
    const [width, height] = [this.width - side - 48, this.height - head - 24];
    const down = height / (bottom + 1);
    this.all = Math.min(width / (right - left + 1), 2 * down, View.START);
    this.squeeze = Math.min(1, down / this.all); // of tall diagrams, layers come nearer
    this.#setScale(this.all);
    this.left = side + 16 + (width - (right + left) * this.scale) / 2;
    this.top = head + (height - bottom * this.down) / 2;
  }

  /** Layers draw apart less than nodes do. */
  #setScale(scale) {
    const { layers, bottom } = this.shape;
    const tallest = Math.max(this.all, View.TALLEST * (layers.length - 1) / (bottom || 1));
    Object.assign(this, { scale, down: Math.min(scale * this.squeeze, tallest) });
  }

  pan(right, down) {
    this.left += right;
    this.top += down;
  }

  /** Zoom by a factor around a place. */
  zoom(factor, at = { x: this.width / 2, y: this.height / 2 }) {
    const [x, y] = this.place(at.x, at.y);
    this.#setScale(Math.min(Math.max(this.scale * factor, this.all / 2), View.NEAREST));
    this.left = at.x - x * this.scale;
    this.top = at.y - y * this.down;
  }

  /** Bring a place into sight. */
  reveal(x, y) {
    if (!this.sees(...this.pixel(x, y), -12)) this.centre(x, y);
  }

  centre(x, y) {
    this.left = this.width / 2 - x * this.scale;
    this.top = this.height / 2 - y * this.down;
  }

  /** Whether a pixel is on the canvas, or at most `beyond` outside. */
  sees(px, py, beyond = 0) {
    return px > -beyond && px < this.width + beyond && py > -beyond && py < this.height + beyond;
  }

  /** Where a place of the shape is on the canvas. */
  pixel(x, y) {
    return [this.left + x * this.scale, this.top + y * this.down];
  }

  /** The place of the shape at a pixel. */
  place(px, py) {
    return [(px - this.left) / this.scale, (py - this.top) / this.down];
  }
}
