const FORMATS_MAX = 100;

/**
 * Cached formats. Creating one takes fifty times as long as using it. Languages and zones are external input, so the
 * oldest format is dropped at 100.
 */
export class KeptFormats<Format> {
  readonly #formats = new Map<string, Format>();

  /** The cached format of a key; errors of `make` are thrown, and nothing is cached. */
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
