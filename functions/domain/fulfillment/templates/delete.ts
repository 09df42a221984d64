import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { notFound } from '../../../platform/errors.ts';
import { loadTemplate } from './load.ts';
import { isLostRace, templateCodec, templateWrite } from './rows.ts';
import { isActive, templateActive } from './rules.ts';
import { defaultStays, notActiveCheck, deleteUnusedWrites } from './update.ts';

/**
 * Retires a template that is not active and returns 204. Keeps the files of a formerly active template, because
 * existing cards are rendered with it. Throws 404, 409, and 503 if conflicts continue.
 */
export const deleteTemplate = async (company: string, id: string, idempotency: IdempotencyRecord): Promise<Reply> => {
  return retryOnConflict(async () => {
    const loaded = await loadTemplate(company, id);
    const { row } = loaded;
    if (row.state === 'retired') throw notFound('template');
    if (row.kind === 'default') throw defaultStays();
    if (isActive(loaded.company, row)) throw templateActive();
    const after = templateCodec.write({ ...row, state: 'retired', version: row.version + 1 });
    const reply: Reply = { status: 204 };
    await transact([
      templateWrite(row, after),
      notActiveCheck(loaded),
      ...deleteUnusedWrites(row, [row.object, row.places]),
      recordReplyWrite(idempotency, reply),
    ]);
    return reply;
  }, isLostRace);
};
