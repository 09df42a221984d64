import { keyText, type Key } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';

/**
 * The counters that one import has set. After a conflict the import plans again, but does not set them again, because
 * units may have been sold since.
 */
export class Restocks {
  readonly #begun = new Map<Write, Key>();
  readonly #ended = new Set<string>();

  /** Registers the counter that a write sets. */
  begin(write: Write, counter: Key): void {
    this.#begun.set(write, counter);
  }

  /** Records that writes were committed. */
  end(writes: readonly Write[]): void {
    for (const write of writes) {
      const counter = this.#begun.get(write);
      if (counter) this.add(counter);
    }
  }

  add(counter: Key): void {
    this.#ended.add(keyText(counter));
  }

  has(counter: Key): boolean {
    return this.#ended.has(keyText(counter));
  }
}
