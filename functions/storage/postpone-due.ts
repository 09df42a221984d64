import { dueAt, type DueKind } from './due.ts';
import { updateRow, type Row } from './table.ts';
import { unlessRefused } from './unless-refused.ts';

/**
 * Moves the due time of a row, unless the row has changed in the meantime. Such a change has already set the right
 * time.
 */
export const postponeDue = async (kind: DueKind, row: Row, atMs: number): Promise<void> => {
  const dueKey = row.duesk ?? '';
  const { duepk, duesk } = dueAt(kind, dueKey.slice(dueKey.indexOf('#') + 1), atMs);
  await unlessRefused(
    updateRow({
      key: row,
      update: 'SET duepk = :pk, duesk = :sk',
      condition: 'duesk = :seen',
      values: { ':pk': duepk, ':sk': duesk, ':seen': dueKey },
    }),
  );
};
