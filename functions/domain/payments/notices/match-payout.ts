import {
  stripePayout,
  stripePayoutLines,
  type Payout,
  type PayoutLine,
} from '../../../adapters/payments/stripe-payouts.ts';
import { chunksOf } from '../../../platform/chunks.ts';
import { decimalText } from '../../../platform/decimals.ts';
import { compareFact, differenceOf, type ComparedFact } from './compare-day.ts';

/** A transaction of a payout, compared with our books if it moves the money of an order. */
export interface MatchedLine extends Omit<PayoutLine, 'fact'> {
  compared?: ComparedFact;
}

/** A payout matched to orders. Amounts are in the smallest unit of its currency. */
export interface MatchedPayout extends Payout {
  lines: MatchedLine[];
  /** False when there are too many transactions to read; `unexplained` is then 0. */
  isWhole: boolean;
  sums: Record<PayoutLine['kind'] | 'fees', number>;
  /** Amount of the payout that none of its transactions explains. */
  unexplained: number;
}

/** Lines compared concurrently. */
const CONCURRENT_LINES = 25;

const matchLine = async ({ fact, ...line }: PayoutLine): Promise<MatchedLine> =>
  fact ? { ...line, compared: await compareFact(fact) } : line;

/**
 * Compares at most `maximum` transactions of a payout with the orders. Reads no transactions of a payout made by hand,
 * because the gateway does not list them. Returns undefined for an unknown id. Throws `GatewayUnavailable`.
 */
export const matchPayout = async (id: string, maximum: number): Promise<MatchedPayout | undefined> => {
  const payout = await stripePayout(id);
  if (!payout) return undefined;
  const payoutLines = payout.isScheduled ? await stripePayoutLines(id, maximum + 1) : [];
  const isWhole = payoutLines.length <= maximum;
  const lines: MatchedLine[] = [];
  for (const group of chunksOf(payoutLines.slice(0, maximum), CONCURRENT_LINES)) {
    lines.push(...(await Promise.all(group.map(matchLine))));
  }
  const sums = { payment: 0, refund: 0, dispute: 0, other: 0, fees: 0 };
  for (const { kind, amount, fee } of lines) {
    sums[kind] += amount;
    sums.fees -= fee;
  }
  const explained = Object.values(sums).reduce((sum, each) => sum + each, 0);
  return { ...payout, lines, isWhole, sums, unexplained: isWhole ? payout.amount - explained : 0 };
};

/** Differences of a payout, one sentence each. */
export const payoutDifferences = (payout: MatchedPayout): string[] => {
  const { id, isScheduled, isWhole, unexplained, currency, lines } = payout;
  const sentences = lines.flatMap(({ compared }) => (compared ? (differenceOf(compared) ?? []) : []));
  if (!isScheduled) return [`payout ${id}: made by hand; the gateway does not list what it pays out`];
  if (!isWhole) return [...sentences, `payout ${id}: only its first ${lines.length} transactions were compared`];
  if (unexplained === 0) return sentences;
  return [
    ...sentences,
    `payout ${id}: ${decimalText(unexplained, currency)} ${currency} is in none of its transactions`,
  ];
};
