import { parseArgs } from 'node:util';
import { OpsError, type Command } from './command.ts';
import { keyFromInput } from './key-from-input.ts';
import { openSecrets, type SecretAccess } from './secret-access.ts';
import { membersIn } from './stored-payments.ts';
import { targetOptions, TARGET_USAGE, type OpsTarget } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * The given key, otherwise the stored one. Throws `OpsError` without a key, or for one that functions could not use.
 */
const keyIn = async ({ read, target }: SecretAccess, newKey?: string): Promise<string> => {
  const { mollie_api_key: stored } = membersIn(await read('payments'));
  const key = newKey ?? stored;
  if (!key) {
    const { unusedGateway } = await import('./unused-gateway.ts');
    throw new OpsError(
      `No Mollie key is stored in ${target}.`,
      ...(await unusedGateway('mollie')),
      'Give it on standard input: npm run ops -- mollie setup --key-from-stdin < FILE, with only the key in the file.',
    );
  }
  const { assertMollieMode, isMollieKey } = await import('../../functions/adapters/payments/mollie-client.ts');
  if (!isMollieKey(key)) throw new OpsError('A Mollie key begins with live_ or test_.');
  try {
    return assertMollieMode(key);
  } catch (error) {
    throw new OpsError(error instanceof Error ? `${error.message}.` : String(error));
  }
};

/** Compares the account with the methods of companies that chose Mollie. Throws when Mollie does not accept the key. */
const compareAccount = async (key: string) => {
  const { currenciesSold } = await import('../../functions/domain/company/companies/currencies.ts');
  const { mollieFaults } = await import('../../functions/adapters/payments/mollie-account.ts');
  const { GatewayUnavailable } = await import('../../functions/adapters/payments/port.ts');
  const offers = await currenciesSold('mollie');
  const faults = await mollieFaults(key, offers).catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
    const { cause } = error;
    throw new OpsError(
      `Mollie rejected the request or did not respond: ${cause instanceof Error ? cause.message : error.message}`,
    );
  });
  return { offers, faults };
};

const reportDifferences = (
  { target }: SecretAccess,
  { offers, faults }: Awaited<ReturnType<typeof compareAccount>>,
): void => {
  if (faults.length > 0) throw new OpsError(...faults);
  const tried =
    offers.length > 0
      ? offers.map(({ currency, methods }) => `${methods.join(', ')} in ${currency}`).join('; ')
      : 'no currency, because no company has chosen it';
  print(`Mollie is set up for ${target}: key, ${tried}.`);
};

const open = async (values: OpsTarget, newKey?: string) => {
  const access = await openSecrets(values);
  return { access, key: await keyIn(access, newKey) };
};

/**
 * Stores the Mollie key once Mollie has accepted it, because every payment would fail with a wrong key. Each payment
 * contains the URL for its notifications, so no webhook is set up at Mollie.
 */
export const mollieSetup: Command = {
  name: 'mollie setup',
  usage: `[--key-from-stdin] ${TARGET_USAGE}`,
  summary: 'Store the Mollie key and check the account. Can be run again',
  run: async (args) => {
    const options = { ...targetOptions, 'key-from-stdin': { type: 'boolean', default: false } } as const;
    const { values } = parseArgs({ args, options });
    const newKey = values['key-from-stdin'] ? await keyFromInput() : undefined;
    const { access, key } = await open(values, newKey);
    const compared = await compareAccount(key);
    const stored = membersIn(await access.read('payments'));
    if (stored.mollie_api_key !== key) {
      await access.write('payments', JSON.stringify({ ...stored, mollie_api_key: key }));
      print(`The Mollie key is stored in ${access.target}; functions use it within five minutes.`);
    }
    reportDifferences(access, compared);
  },
};

/** Compares the account at Mollie with the requirements. */
export const mollieCheck: Command = {
  name: 'mollie check',
  usage: TARGET_USAGE,
  summary:
    'Compare the account at Mollie with what companies offer; prints each difference, and exits with status 1 if there is one',
  run: async (args) => {
    const { values } = parseArgs({ args, options: targetOptions });
    const { access, key } = await open(values);
    reportDifferences(access, await compareAccount(key));
  },
};
