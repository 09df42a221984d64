import { parseArgs } from 'node:util';
import type { GatewayFact, GatewayName, PaymentState } from '../../functions/adapters/payments/port.ts';
import { nowMs } from '../../functions/platform/clock.ts';
import { asStripeOperator } from './as-stripe-operator.ts';
import { OpsError, type Command } from './command.ts';
import { DAY_MS } from '../../functions/platform/durations.ts';
import { dayName, dayOf } from './days.ts';
import { openSecrets } from './secret-access.ts';
import { targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Compares days in the books with the same days at the gateways. Read-only. */
export const reconcile: Command = {
  name: 'reconcile',
  usage: `--day YYYY-MM-DD [--until YYYY-MM-DD] ${TARGET_USAGE}`,
  summary:
    'Compare payments, refunds and disputes of a day with Stripe and Mollie; exits with status 1 if there is a difference',
  run: async (args) => {
    const options = { ...targetOptions, day: { type: 'string' }, until: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const first = dayOf(values.day, 'day');
    const last = values.until === undefined ? first : dayOf(values.until, 'until');
    if (last < first) throw new OpsError('--until must not be before --day.');
    const access = await openSecrets(values);
    const differenceCount = await asStripeOperator(async () => {
      let count = 0;
      for (let dayMs = first; dayMs <= last; dayMs += DAY_MS) count += await compareDay(dayMs, print);
      return count;
    });
    if (differenceCount > 0)
      throw new OpsError(`${differenceCount} difference${differenceCount === 1 ? '' : 's'} in ${access.target}.`);
  },
};

/** The books of one gateway, for a comparison by day. */
interface Books {
  gateway: GatewayName;
  facts: (fromMs: number, toMs: number) => AsyncIterable<GatewayFact>;
}

/** The gateways with credentials in this environment. Throws `OpsError` if no gateway has any. */
const booksOf = async (): Promise<Books[]> => {
  const { hasMollieKey } = await import('../../functions/adapters/payments/mollie-client.ts');
  const { hasStripeKey, stripeAccess } = await import('../../functions/adapters/payments/stripe-client.ts');
  const books: Books[] = [];
  if (await hasStripeKey()) {
    const { stripeFacts } = await import('../../functions/adapters/payments/stripe-facts.ts');
    const { client } = await stripeAccess();
    books.push({ gateway: 'stripe', facts: (fromMs, toMs) => stripeFacts(client, fromMs, toMs) });
  }
  if (await hasMollieKey()) {
    const { mollieFacts } = await import('../../functions/adapters/payments/mollie-facts.ts');
    books.push({ gateway: 'mollie', facts: mollieFacts });
  }
  if (books.length === 0) throw new OpsError('No gateway key is stored: npm run ops -- stripe setup, or mollie setup.');
  return books;
};

/**
 * Prints the differences of one day at all gateways, and returns their number. Each day ends with its own line, so that
 * an interrupted run can restart with the first day that has no such line.
 */
export const compareDay = async (fromMs: number, print: (line: string) => void): Promise<number> => {
  const toMs = fromMs + DAY_MS;
  let differences = 0;
  for (const books of await booksOf()) {
    for await (const difference of differencesFrom(books, fromMs, toMs)) {
      differences++;
      print(`${dayName(fromMs)} ${difference}`);
    }
  }
  const ended = toMs <= nowMs() ? '' : ' so far; what is on its way may differ';
  print(`${dayName(fromMs)}: ${differences} difference${differences === 1 ? '' : 's'}${ended}`);
  return differences;
};

const differencesFrom = async function* (
  { gateway, facts }: Books,
  fromMs: number,
  toMs: number,
): AsyncGenerator<string> {
  const { compareFact, differenceOf, missingAtGateway } =
    await import('../../functions/domain/payments/notices/compare-day.ts');
  const { everyCompany } = await import('../../functions/domain/company/companies/every-company.ts');
  const knownIds = new Set<string>();
  for await (const fact of facts(fromMs, toMs)) {
    for (const name of [fact.id, fact.refundKey]) if (name) knownIds.add(name);
    const difference = differenceOf(await compareFact(fact));
    if (difference !== undefined) yield difference;
  }
  const day = { gateway, fromMs, toMs, knownIds, readPayment: await paymentReader(gateway) };
  for (const company of await everyCompany()) yield* missingAtGateway(company, day);
};

/** Reads each payment once. */
const paymentReader = async (name: GatewayName): Promise<(reference: string) => Promise<PaymentState>> => {
  const { gatewayNamed } = await import('../../functions/adapters/payments/gateways.ts');
  const gateway = await gatewayNamed(name);
  const known = new Map<string, Promise<PaymentState>>();
  return (reference) => {
    const reading = known.get(reference) ?? gateway.readPayment(reference);
    known.set(reference, reading);
    return reading;
  };
};
