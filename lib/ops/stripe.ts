import { parseArgs } from 'node:util';
import type Stripe from 'stripe';
import { config } from '../../functions/platform/config.ts';
import { asStripeOperator } from './as-stripe-operator.ts';
import { OpsError, type Command } from './command.ts';
import { keyFromInput } from './key-from-input.ts';
import { openSecrets } from './secret-access.ts';
import { targetOptions, TARGET_USAGE, type OpsTarget } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Selects an environment and its account. Modules that read the settings must be loaded afterwards. */
const open = async (values: OpsTarget, newKey?: string) => {
  const access = await openSecrets(values);
  const setup = await import('./stripe-setup.ts');
  const stored = await setup.readStored(access, newKey);
  const { stripeClient } = await import('../../functions/adapters/payments/stripe-client.ts');
  const client = clientOf(stripeClient, stored.secret_key);
  return { setup, stored, parts: { access, client, baseUrl: config.baseUrl(), print } };
};

const clientOf = (make: (key: string) => Stripe, key: string): Stripe => {
  try {
    return make(key);
  } catch (error) {
    throw new OpsError(error instanceof Error ? `${error.message}.` : String(error));
  }
};

type StripeSession = Awaited<ReturnType<typeof open>>;

const printDifferences = async ({ setup, parts }: StripeSession): Promise<void> => {
  const { currenciesSold } = await import('../../functions/domain/company/companies/currencies.ts');
  const { accountFaults } = await import('../../functions/adapters/payments/stripe-account.ts');
  const offers = await currenciesSold('stripe');
  const faults = [
    ...(await setup.endpointDifferences(parts)),
    ...(await accountFaults(parts.client, parts.baseUrl, offers)),
  ];
  if (faults.length > 0) throw new OpsError(...faults);
  const tried =
    offers.length > 0
      ? offers.map(({ currency, methods }) => `${methods.join(', ')} in ${currency}`).join('; ')
      : 'no currency, because there is no company yet';
  print(`Stripe is set up for ${parts.access.target}: webhook endpoint, account, ${tried}.`);
};

/**
 * Sets up Stripe for an environment: creates the webhook endpoint, stores its secret, then compares like `stripe
 * check`.
 */
export const stripeSetup: Command = {
  name: 'stripe setup',
  usage: `[--key-from-stdin] ${TARGET_USAGE}`,
  summary: 'Create the webhook endpoint at Stripe, store its secret and check the account. Can be run again',
  run: async (args) => {
    const options = { ...targetOptions, 'key-from-stdin': { type: 'boolean', default: false } } as const;
    const { values } = parseArgs({ args, options });
    const newKey = values['key-from-stdin'] ? await keyFromInput() : undefined;
    await asStripeOperator(async () => {
      const opened = await open(values, newKey);
      await opened.setup.setUpEndpoint(opened.parts, opened.stored);
      await printDifferences(opened);
    });
  },
};

/** Compares the configuration at Stripe with the required one. */
export const stripeCheck: Command = {
  name: 'stripe check',
  usage: TARGET_USAGE,
  summary:
    'Compare webhook endpoint and account at Stripe with the requirements; exits with status 1 if there is a difference',
  run: async (args) => {
    const { values } = parseArgs({ args, options: targetOptions });
    await asStripeOperator(async () => printDifferences(await open(values)));
  },
};
