import type { PortionOf } from '../../domain/value/items/withdrawal/refund.ts';
import { isSpentByAmount } from '../../domain/value/items/kinds.ts';
import { conflict, notFound, type ApiError } from '../../platform/errors.ts';
import { changeIn, historyOf } from '../code-lookup.ts';
import { UNDO_TEXTS } from '../texts/undo.ts';
import type { DeskVisit } from '../visit.ts';
import { portionOfEntry } from './portion.ts';
import { redemptionNow } from './undoable.ts';

type Desk = Pick<DeskVisit, 'company' | 'language'>;

export const alreadyGivenBack = ({ language }: Desk): ApiError =>
  conflict('already_given_back', UNDO_TEXTS[language].back);

/**
 * Returns the portion of one redemption if no part of it was undone. The history is read for each version of the item,
 * because a concurrent refund by a partner may have undone this redemption while the totals still allow a refund.
 * Throws 404 for an unknown redemption and 409 `already_given_back`.
 */
export const undoPortion =
  (visit: Desk, transaction: string): PortionOf =>
  async (item) => {
    const history = await historyOf(visit, item.code);
    const entry = changeIn(history, (each) => each.transaction_id === transaction && each.kind === 'claim');
    if (!entry) throw notFound('transaction');
    const now = redemptionNow({ isByAmount: isSpentByAmount(item) }, history, entry);
    if (now === 'back') throw alreadyGivenBack(visit);
    if (now === 'partly back') throw conflict('already_given_back', UNDO_TEXTS[visit.language].partlyBack);
    return portionOfEntry(item, entry);
  };
