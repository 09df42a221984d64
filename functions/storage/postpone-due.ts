import { dueAt, type DueKind } from './due.ts';
import { ConditionFailed, updateRow, type Row } from './table.ts';

/**
 * Moves a row's entry of the due index to a later moment, unless the row changed meanwhile: then its entry already has the
 * moment that the change gave it.
 */
export const postponeDue = async (kind: DueKind, row: Row, atMs: number): Promise<void> => {
  const seen = row.duesk ?? '';
  const { duepk, duesk } = dueAt(kind, seen.slice(seen.indexOf('#') + 1), atMs);
  try {
    await updateRow({
      key: row,
      update: 'SET duepk = :pk, duesk = :sk',
      condition: 'duesk = :seen',
      values: { ':pk': duepk, ':sk': duesk, ':seen': seen },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
