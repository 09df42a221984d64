import { parseArgs } from 'node:util';
import type { MatchedPayout } from '../../functions/domain/payments/notices/match-payout.ts';
import { nowMs } from '../../functions/platform/clock.ts';
import { asStripeOperator } from './as-stripe-operator.ts';
import { OpsError, type Command } from './command.ts';
import { DAY_MS } from '../../functions/platform/durations.ts';
import { dayName, dayOf } from './days.ts';
import { openSecrets } from './secret-access.ts';
import { targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Default number of days. */
const DAYS = 31;
/** Maximum number of payouts, and of transactions of one payout. */
const PAYOUTS_MAX = 2000;
const LINES_MAX = 100_000;

/** Lists Stripe payouts, matches them to orders and reports differences. Read-only. */
export const payouts: Command = {
  name: 'payouts',
  usage: `[--day YYYY-MM-DD] [--until YYYY-MM-DD] ${TARGET_USAGE}`,
  summary:
    'List Stripe payouts and match each to orders; prints each difference, and exits with status 1 if there is one',
  run: async (args) => {
    const options = { ...targetOptions, day: { type: 'string' }, until: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const last = values.until === undefined ? Date.parse(dayName(nowMs())) : dayOf(values.until, 'until');
    const first = values.day === undefined ? last - (DAYS - 1) * DAY_MS : dayOf(values.day, 'day');
    if (last < first) throw new OpsError('--until must not be before --day.');
    const access = await openSecrets(values);
    const differenceCount = await asStripeOperator(() => listPayouts(first, last + DAY_MS, print));
    if (differenceCount > 0)
      throw new OpsError(`${differenceCount} difference${differenceCount === 1 ? '' : 's'} in ${access.target}.`);
  },
};

/** Prints payouts that arrive in a time range, oldest first. Returns the number of differences. */
const listPayouts = async (fromMs: number, toMs: number, write: (line: string) => void): Promise<number> => {
  const { stripePayouts } = await import('../../functions/adapters/payments/stripe-payouts.ts');
  const { matchPayout, payoutDifferences } = await import('../../functions/domain/payments/notices/match-payout.ts');
  let count = 0;
  const arrivals = await stripePayouts(fromMs, toMs, PAYOUTS_MAX + 1);
  if (arrivals.length > PAYOUTS_MAX) throw new OpsError(`More than ${PAYOUTS_MAX} payouts: select fewer days.`);
  for (const { id } of arrivals.toReversed()) {
    const payout = await matchPayout(id, LINES_MAX);
    if (!payout) continue;
    for (const line of await linesOf(payout)) write(line);
    const differences = payoutDifferences(payout);
    count += differences.length;
    for (const difference of differences) write(`${payout.day} ${difference}`);
  }
  write(`${arrivals.length} payout${arrivals.length === 1 ? '' : 's'}, ${count} difference${count === 1 ? '' : 's'}`);
  return count;
};

const linesOf = async ({ day, id, status, amount, currency, sums, lines }: MatchedPayout): Promise<string[]> => {
  const { decimalText } = await import('../../functions/platform/decimals.ts');
  const text = (minor: number): string => `${decimalText(minor, currency)} ${currency}`;
  const parts = `payments ${text(sums.payment)}, refunds ${text(sums.refund)}, disputes ${text(sums.dispute)}`;
  return [
    `${day} payout ${id}: ${status}, ${text(amount)} (${parts}, fees ${text(sums.fees)}, other ${text(sums.other)})`,
    ...lines.map(({ kind, amount: gross, fee, description, compared }) => {
      const order = compared?.order;
      const of = order ? `order ${order.id} of ${order.company}` : (compared?.fact.id ?? description);
      return `  ${kind} ${text(gross)}, fee ${text(fee)}: ${of}`;
    }),
  ];
};
