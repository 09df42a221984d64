import { deriveCode } from '../../functions/domain/catalog/codes/rules.ts';
import { issueItem } from '../../functions/domain/value/items/ledger/ledger.ts';
import { PAID } from '../../functions/domain/value/items/rows.ts';
import type { Row } from '../../functions/storage/table.ts';
import type { Random } from '../simulation/random.ts';
import { sampleFacts } from '../unit/items/sample.ts';
import { COMPANY } from './orders.ts';

const DAY_MS = 86_400_000;

export const CARD_CODES = [1, 2, 3].map((number) => deriveCode('model', `card-${number}`));

/** A card that another order sold, with its ledger. */
export const cardOf = ({
  code,
  sequence,
  valueMinor,
  nowMs,
  validForMs = 365 * DAY_MS,
}: {
  code: string;
  sequence: number;
  valueMinor: number;
  nowMs: number;
  validForMs?: number;
}): Row[] => {
  const facts = sampleFacts({
    company: COMPANY,
    code,
    sequence,
    orderId: 'ord_of_cards',
    orderItems: CARD_CODES.length,
    valueMinor,
    priceMinor: valueMinor,
    createdAtMs: nowMs,
    validUntilMs: nowMs + validForMs,
  });
  const { item, entry } = issueItem({ facts, status: PAID, by: { system: 'model' }, requestId: 'issue' });
  return [item, entry];
};

/** Rows of three cards that another order sold. Some may expire during the life of the order. */
export const cardRows = (random: Random, nowMs: number): Row[] =>
  CARD_CODES.flatMap((code, sequence) =>
    cardOf({
      code,
      sequence,
      valueMinor: random.pick([700, 2500, 5000, 20_000]),
      nowMs,
      ...(random.chance(0.2) ? { validForMs: 3600_000 } : {}),
    }),
  );
