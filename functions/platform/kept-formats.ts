const FORMATS_MAX = 100;

/**
 * Formats by what they were made from. Making one takes fifty times as long as using it. Languages and zones come from
 * outside, so the oldest one is dropped when there are 100.
 */
export class KeptFormats<Format> {
  readonly #formats = new Map<string, Format>();

  /** The format for a key; what `make` throws is thrown, and nothing is kept. */
  get(key: string, make: () => Format): Format {
    const known = this.#formats.get(key);
    if (known) return known;
    const made = make();
    const [oldest] = this.#formats.keys();
    if (oldest !== undefined && this.#formats.size >= FORMATS_MAX) this.#formats.delete(oldest);
    this.#formats.set(key, made);
    return made;
  }

  get size(): number {
    return this.#formats.size;
  }
}
