import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import { itemEntries } from '../../functions/domain/reporting/book/item-entries.ts';
import { contributionOf } from '../../functions/domain/reporting/reports/contributions.ts';
import { keyText, type Row } from '../../functions/storage/table.ts';

/** Sums that the stream would have counted, for rows written without it. */
export class Figures {
  readonly #rows = new Map<string, Row & Record<string, unknown>>();

  /** Adds all versions of one item, oldest first. */
  add(versions: readonly ItemRow[], zone: string): void {
    for (const [at, after] of versions.entries()) {
      for (const { key, type, attribute, by } of contributionOf(versions[at - 1], after)) {
        const row = this.#rows.get(keyText(key)) ?? { ...key, type, v: 1 };
        row[attribute] = Number(row[attribute] ?? 0) + by;
        this.#rows.set(keyText(key), row);
      }
      for (const entry of itemEntries(versions[at - 1], after, zone)) this.#rows.set(keyText(entry), { ...entry });
    }
  }

  rows(): Row[] {
    return [...this.#rows.values()];
  }
}
