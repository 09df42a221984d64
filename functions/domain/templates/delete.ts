import { recordReply, type Reply, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { transact, TransactionRefused } from '../../storage/transactions.ts';
import { notFound } from '../../platform/errors.ts';
import { loadTemplate } from './load.ts';
import { templateCodec } from './rows.ts';
import { isActive, templateActive } from './rules.ts';
import { writeRow } from './rows.ts';
import { defaultStays, notActiveMeanwhile, unused } from './update.ts';

const ROUNDS = 5;

/**
 * Retires a template that is not active: 204. The files of one that was active once stay in the store, because cards that
 * were made with it are made with it again. Throws 404 and 409.
 */
export const deleteTemplate = async (company: string, id: string, idempotency: IdempotencyRecord): Promise<Reply> => {
  for (let round = 1; ; round++) {
    const loaded = await loadTemplate(company, id);
    const { row } = loaded;
    if (row.state === 'retired') throw notFound('template');
    if (row.kind === 'default') throw defaultStays();
    if (isActive(loaded.company, row)) throw templateActive();
    const after = templateCodec.write({ ...row, state: 'retired', version: row.version + 1 });
    const reply: Reply = { status: 204 };
    try {
      await transact([
        writeRow(row, after),
        notActiveMeanwhile(loaded),
        ...unused(row, [row.object, row.places]),
        recordReply(idempotency, reply),
      ]);
      return reply;
    } catch (error) {
      const lost = error instanceof TransactionRefused && (error.failed('template') ?? error.failed('company'));
      if (!lost || round >= ROUNDS) throw error;
    }
  }
};
