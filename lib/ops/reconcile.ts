import { parseArgs } from 'node:util';
import type { PaymentState } from '../../functions/adapters/payments/port.ts';
import { nowMs } from '../../functions/platform/clock.ts';
import { asStripeOperator } from './as-stripe-operator.ts';
import { OpsError, type Command } from './command.ts';
import { dayName, dayOf, DAY_MS } from './days.ts';
import { openSecrets } from './secret-access.ts';
import { targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Holds days of the books against those of Stripe. It changes nothing. */
export const reconcile: Command = {
  name: 'reconcile',
  usage: `--day YYYY-MM-DD [--until YYYY-MM-DD] ${TARGET_USAGE}`,
  summary: 'Compare payments, refunds and disputes of a day with Stripe: a line for each difference, exit status 1',
  run: async (args) => {
    const options = { ...targetOptions, day: { type: 'string' }, until: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const first = dayOf(values.day, 'day');
    const last = values.until === undefined ? first : dayOf(values.until, 'until');
    if (last < first) throw new OpsError('--until is not before --day.');
    const access = await openSecrets(values);
    const found = await asStripeOperator(async () => {
      let count = 0;
      for (let dayMs = first; dayMs <= last; dayMs += DAY_MS) count += await compareDay(dayMs, print);
      return count;
    });
    if (found > 0) throw new OpsError(`${found} difference${found === 1 ? '' : 's'} in ${access.target}.`);
  },
};

/** Each day ends with a line of its own, so that an interrupted run restarts with the first day without one. */
export const compareDay = async (fromMs: number, say: (line: string) => void): Promise<number> => {
  const { stripeAccess } = await import('../../functions/adapters/payments/stripe-client.ts');
  const { stripeFacts } = await import('../../functions/adapters/payments/stripe-day.ts');
  const { compareFact, differenceOf, missingAtGateway } =
    await import('../../functions/domain/payments/notices/compare-day.ts');
  const { everyCompany } = await import('../../functions/domain/company/companies/every-company.ts');
  const { client } = await stripeAccess();
  const toMs = fromMs + DAY_MS;
  const seen = new Set<string>();
  let differences = 0;
  const tell = (difference: string): void => {
    differences++;
    say(`${dayName(fromMs)} ${difference}`);
  };
  for await (const fact of stripeFacts(client, fromMs, toMs)) {
    for (const name of [fact.id, fact.refundKey]) if (name) seen.add(name);
    const difference = differenceOf(await compareFact(fact));
    if (difference !== undefined) tell(difference);
  }
  const day = { fromMs, toMs, seen, readPayment: await paymentReader() };
  for (const company of await everyCompany()) {
    for await (const missing of missingAtGateway(company, day)) tell(missing);
  }
  const ended = toMs <= nowMs() ? '' : ' so far; what is on its way may differ';
  say(`${dayName(fromMs)}: ${differences} difference${differences === 1 ? '' : 's'}${ended}`);
  return differences;
};

/** Asks for each payment once. */
const paymentReader = async (): Promise<(reference: string) => Promise<PaymentState>> => {
  const { stripeGateway } = await import('../../functions/adapters/payments/stripe.ts');
  const known = new Map<string, Promise<PaymentState>>();
  return (reference) => {
    const asked = known.get(reference) ?? stripeGateway.readPayment(reference);
    known.set(reference, asked);
    return asked;
  };
};
