const FORMATS_MAX = 100;

/**
 * A cache of formats. Creating a format takes fifty times as long as using it. Languages and zones are external input,
 * so the oldest format is dropped if there are more than 100.
 */
export class FormatCache<Format> {
  readonly #formats = new Map<string, Format>();

  /**
   * Returns the format of a key and creates it if necessary. If `make` throws, the error is passed on and nothing is
   * cached.
   */
  get(key: string, make: () => Format): Format {
    const known = this.#formats.get(key);
    if (known) return known;
    const format = make();
    const [oldest] = this.#formats.keys();
    if (oldest !== undefined && this.#formats.size >= FORMATS_MAX) this.#formats.delete(oldest);
    this.#formats.set(key, format);
    return format;
  }

  get size(): number {
    return this.#formats.size;
  }
}
