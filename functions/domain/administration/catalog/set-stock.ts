import { catalog } from '../../../platform/messages/catalog.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDryRun } from '../../../platform/dry-run.ts';
import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { COMMON_MAX_MS } from '../../../storage/common-rows.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { ABSENT } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { planAdjustment, type Adjustment } from '../../catalog/stock/adjust.ts';
import { newStockRow, type StockFigures } from '../../catalog/stock/rows.ts';
import { findRootCounter } from '../../catalog/stock/shares.ts';
import { optionsOf } from '../operator-data/stored-catalog.ts';
import { figuresNow, loadOption, NOTHING, presentStock, type OptionWithCounter } from './stock.ts';
import { hasVisible } from '../../../platform/visible.ts';
import { editWrite, isOvertaken } from '../operator-data/unchanged.ts';

export type StockInput = { set: number | null } | { change: number };

const ROUNDS = 30;

/**
 * POST /v2/catalog/options/{option_id}/stock: sets or changes the available units, or removes their limit
 * (lib/reference/catalog.md#changing-stock). Sales may continue in the meantime. A repeat with the same idempotency key
 * has no effect. Throws 404, 409 `insufficient_stock` and `product_archived`, and 422 for a relative change to
 * unlimited stock and for removing the limit of a special offer.
 */
export const setStock = async (input: {
  company: string;
  optionId: string;
  stockInput: StockInput;
  reason: string | undefined;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company, optionId, stockInput, reason, idempotency } = input;
  return retryOnConflict(
    async () => {
      const target = await loadOption(company, optionId);
      const before = await figuresNow(company, target);
      const { writes, after, isLimited } = await planStock(company, target, { stockInput, before });
      const body = presentStock(target, after, isLimited);
      const reply: Reply = { status: 200, body };
      nameSubject({ option_id: optionId, ...(reason && hasVisible(reason) ? { reason } : {}) });
      const was = target.option.stock === undefined ? null : before.remaining;
      nameChanges([{ member: 'remaining', before: was, after: body.remaining }]);
      await transact([...writes, recordReplyWrite(idempotency, reply)]);
      // Waits until caches expire, because other requests may use a cached product that lacks the new limit.
      if (isLimited && target.option.stock === undefined && !isDryRun()) await sleep(COMMON_MAX_MS);
      return reply;
    },
    isOvertaken,
    { attempts: ROUNDS },
  );
};

interface StockPlan {
  writes: Write[];
  after: StockFigures;
  isLimited: boolean;
}

const planStock = async (
  company: string,
  target: OptionWithCounter,
  { stockInput, before }: { stockInput: StockInput; before: StockFigures },
): Promise<StockPlan> => {
  const { product, option, counter } = target;
  if (product.archivedAtMs !== undefined) {
    throw new ApiError(409, 'product_archived', catalog('product_archived'));
  }
  if ('set' in stockInput && stockInput.set === null) {
    if (product.type === 'special-offer') throw invalid('set', catalog('offer_stock_missing'));
    const writes = option.stock === undefined ? [] : [withStock(target, undefined)];
    return { writes, after: before, isLimited: false };
  }
  if (option.stock === undefined && 'change' in stockInput) {
    throw invalid('change', catalog('stock_not_limited'));
  }
  const adjustment: Adjustment = 'change' in stockInput ? { change: stockInput.change } : { set: stockInput.set ?? 0 };
  const limit = option.stock === undefined && 'set' in adjustment ? [withStock(target, adjustment.set)] : [];
  const root = await findRootCounter(company, counter);
  if (!root) {
    const remaining = 'set' in adjustment ? adjustment.set : before.remaining + adjustment.change;
    if (remaining < 0) throw insufficient(before.remaining);
    const put = newStockRow(company, counter, remaining);
    return { writes: [{ put, condition: ABSENT }, ...limit], after: { ...NOTHING, remaining }, isLimited: true };
  }
  const plan = await planAdjustment(company, counter, adjustment);
  if (plan === 'short') throw insufficient(before.remaining);
  return { writes: [...plan.writes, ...limit], after: plan.after, isLimited: true };
};

const insufficient = (remaining: number): ApiError => {
  const reason = catalog('stock_below_zero', { remaining });
  return new ApiError(409, 'insufficient_stock', reason, { about: { change: [reason] } });
};

/** Sets or removes the limit of the option. The write fails if the product has changed in the meantime. */
const withStock = ({ product, option }: OptionWithCounter, stock: number | undefined): Write => {
  const options = optionsOf(product).map((each) => {
    const { stock: _before, ...unlimited } = each;
    if (each.id !== option.id) return each;
    return stock === undefined ? unlimited : { ...unlimited, stock };
  });
  return editWrite(product, { options });
};
