import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { UnfitCertificate } from '../../functions/adapters/wallet/certificates.ts';
import { nowMs } from '../../functions/platform/clock.ts';
import {
  FIXED,
  inUse,
  parseKeyring,
  PURPOSES,
  versionsOf,
  type Keyring,
  type KeyVersion,
  type Purpose,
} from '../../functions/platform/keyring.ts';
import { SECRET_KEPT_MS } from '../../functions/platform/secret-store.ts';
import { OpsError, rejectFurther, type Command } from './command.ts';
import { ISSUED, openSecrets, validateSecret, type IssuedName, type SecretAccess } from './secret-access.ts';
import { targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Twice the cache lifetime of functions: by then each of them has the new key. */
const UNTIL_USED_MS = 2 * SECRET_KEPT_MS;

const timestampText = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * The values of a purpose that are encrypted in the table, and a function that encrypts them with the newest key;
 * undefined for other purposes.
 */
const sealedFor = async (purpose: Purpose) => {
  if (purpose === 'webhook-secrets') {
    const { endpointsToReseal, resealEndpoints } =
      await import('../../functions/domain/notifications/webhooks/reseal.ts');
    return { what: 'webhook endpoints', reseal: resealEndpoints, left: endpointsToReseal };
  }
  if (purpose !== 'second-factors') return undefined;
  const { factorsToReseal, resealFactors } = await import('../../functions/domain/company/users/reseal.ts');
  return { what: 'second factors', reseal: resealFactors, left: factorsToReseal };
};

const companies = async (): Promise<string[]> =>
  (await import('../../functions/domain/company/companies/every-company.ts')).everyCompany();

const countLeft = async (left: (company: string) => Promise<number>): Promise<number> => {
  let count = 0;
  for (const company of await companies()) count += await left(company);
  return count;
};

const newestOf = (versions: readonly KeyVersion[]): KeyVersion =>
  versions.reduce((newest, each) => (each.version > newest.version ? each : newest));

const purposeOf = (name: string | undefined, usage: string): Purpose => {
  const issued = ISSUED.find((each) => each === name);
  if (issued) {
    throw new OpsError(
      `${issued} is issued by another provider. Request a new one there, then: npm run ops -- secrets set ${issued}`,
    );
  }
  const purpose = PURPOSES.find((each) => each === name);
  if (!purpose) throw new OpsError(`Usage: npm run ops -- ${usage}`, `Purposes: ${PURPOSES.join(', ')}.`);
  const fixed = FIXED[purpose];
  if (fixed) throw new OpsError(`Keys of ${purpose} are never rotated: ${fixed}.`);
  return purpose;
};

/** Shows every purpose with the versions of its keys, and which third-party secrets are set. */
export const secretsList: Command = {
  name: 'secrets list',
  usage: TARGET_USAGE,
  summary: 'List the keys of each purpose by version, and which secrets of other providers are set; never their values',
  run: async (args) => {
    const { values } = parseArgs({ args, options: targetOptions });
    const access = await openSecrets(values);
    const ring = parseKeyring(await access.read('keys'));
    for (const purpose of PURPOSES) {
      const versions = versionsOf(ring, purpose);
      const { version: current } = inUse(versions, nowMs());
      const texts = versions.map(({ version, fromMs }) => {
        if (version === current) return `${version} in use`;
        return version > current ? `${version} from ${timestampText(fromMs)} on` : `${version} read`;
      });
      print(`${purpose.padEnd(16)} ${texts.join(', ')}${FIXED[purpose] ? ' (stays)' : ''}`);
    }
    for (const name of ISSUED) print(`${name.padEnd(16)} ${await stateOf(access, name)}`);
  },
};

const stateOf = async (access: SecretAccess, name: IssuedName): Promise<string> => {
  try {
    await validateSecret(name, await access.read(name));
    return 'set';
  } catch {
    return name === 'wallet' ? 'not set: cards cannot be added to wallets' : 'not set';
  }
};

/**
 * Creates a key, which is used once every function has read it. For a purpose with encrypted values, the next run after
 * that encrypts them with it.
 */
export const secretsRotate: Command = {
  name: 'secrets rotate',
  usage: `PURPOSE ${TARGET_USAGE}`,
  summary:
    'Replace the key of a purpose; what the former one encrypted or signed stays readable. Continues after an interruption',
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions });
    rejectFurther(secretsRotate, positionals);
    const purpose = purposeOf(positionals[0], `${secretsRotate.name} ${secretsRotate.usage}`);
    const access = await openSecrets(values);
    const ring = parseKeyring(await access.read('keys'));
    const newest = newestOf(versionsOf(ring, purpose));
    if (newest.fromMs > nowMs()) {
      print(`Version ${newest.version} of ${purpose} was created and is used from ${timestampText(newest.fromMs)} on.`);
      return printNextStep(purpose, newest.fromMs);
    }
    const sealed = await sealedFor(purpose);
    const open = sealed ? await countLeft(sealed.left) : 0;
    if (sealed && open > 0) return resealAll(sealed, newest.version);
    if (sealed && versionsOf(ring, purpose).length > 1) {
      print(`Version ${newest.version} of ${purpose} is in use, and nothing is encrypted with a former one.`);
      print(
        `The former key can be removed: npm run ops -- secrets retire ${purpose}. After that a new one can be created.`,
      );
      return;
    }
    const next = { version: newest.version + 1, key: randomBytes(32).toString('hex'), fromMs: nowMs() + UNTIL_USED_MS };
    const { versions, oldest } = ring.purposes[purpose] ?? { versions: [], oldest: 1 };
    const purposes = { ...ring.purposes, [purpose]: { versions: [...versions, next], oldest } };
    await replace(access, ring, { ...ring, purposes });
    print(`Version ${next.version} of ${purpose} in ${access.target}: in use from ${timestampText(next.fromMs)} on.`);
    printNextStep(purpose, next.fromMs);
  },
};

const printNextStep = (purpose: Purpose, fromMs: number): void => {
  const sealed = purpose === 'webhook-secrets' || purpose === 'second-factors';
  print(
    sealed
      ? `After ${timestampText(fromMs)} run the command again: it encrypts stored values with the new key.`
      : 'No further step is needed. Values that the former key signed or encrypted stay valid until it is removed: npm run ops -- secrets retire.',
  );
};

const resealAll = async (
  { what, reseal }: NonNullable<Awaited<ReturnType<typeof sealedFor>>>,
  version: number,
): Promise<void> => {
  let [changed, left] = [0, 0];
  for (const company of await companies()) {
    const done = await reseal(company);
    changed += done.changed;
    left += done.left;
  }
  print(`${changed} ${what} encrypted with version ${version}.`);
  if (left > 0) throw new OpsError(`${left} were changed by another process in the meantime. Run the command again.`);
  print('No further step is needed. To remove the former key: npm run ops -- secrets retire.');
};

/** Writes the keyring. Throws `OpsError` if it has changed since it was read. */
const replace = async (access: SecretAccess, before: Keyring, after: Keyring): Promise<void> => {
  const stored = parseKeyring(await access.read('keys'));
  if (JSON.stringify(stored) !== JSON.stringify(before)) {
    throw new OpsError('Another process has replaced a key in the meantime. Run the command again.');
  }
  await access.write('keys', JSON.stringify(after));
};

const RETIREMENT_EFFECTS: Partial<Record<Purpose, string>> = {
  cursors: 'lists that are read page by page must be read again from their first page',
  links: 'links to documents, receipts and drafts, and unsubscribe links in emails, that were sent before stop working',
  sessions: 'forms that are open in browsers must be loaded again',
};

/** Removes former keys of a purpose: values made with them become invalid. */
export const secretsRetire: Command = {
  name: 'secrets retire',
  usage: `PURPOSE --yes ${TARGET_USAGE}`,
  summary:
    'Remove the former keys of a purpose, for example after a theft; what they encrypted or signed is rejected from then on',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...targetOptions, yes: { type: 'boolean', default: false } },
    });
    rejectFurther(secretsRetire, positionals);
    const purpose = purposeOf(positionals[0], `${secretsRetire.name} ${secretsRetire.usage}`);
    const access = await openSecrets(values);
    const ring = parseKeyring(await access.read('keys'));
    const versions = versionsOf(ring, purpose);
    const current = inUse(versions, nowMs());
    const { versions: added = [], oldest = 1 } = ring.purposes[purpose] ?? {};
    if (current.version === oldest) {
      const [later] = versions.slice(versions.indexOf(current) + 1);
      throw new OpsError(
        later
          ? `Version ${later.version} of ${purpose} is in use from ${timestampText(later.fromMs)} on; the former one can be removed after that.`
          : `${purpose} has one key only. Replace it first: npm run ops -- secrets rotate ${purpose}`,
      );
    }
    await assertNothingSealed(purpose);
    const loss = RETIREMENT_EFFECTS[purpose];
    if (loss && !values.yes) throw new OpsError(`From then on ${loss}. To confirm, add --yes.`);
    const keptVersions = added.filter(({ version }) => version >= current.version);
    const purposes = { ...ring.purposes, [purpose]: { versions: keptVersions, oldest: current.version } };
    await replace(access, ring, { ...ring, purposes });
    print(
      `Keys of ${purpose} before version ${current.version} are removed; functions stop using them within five minutes.`,
    );
  },
};

const assertNothingSealed = async (purpose: Purpose): Promise<void> => {
  const sealed = await sealedFor(purpose);
  const remainingCount = sealed ? await countLeft(sealed.left) : 0;
  if (remainingCount === 0) return;
  throw new OpsError(
    `${remainingCount} ${sealed?.what} are encrypted with a former key. First: npm run ops -- secrets rotate ${purpose}`,
  );
};

/** Sets a secret that a third party issued. */
export const secretsSet: Command = {
  name: 'secrets set',
  usage: `${ISSUED.join('|')} [--env ENV | --url URL] < FILE`,
  summary:
    'Store a secret that the gateway, the courier or a wallet issued: JSON from standard input, without a deployment',
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions });
    const name = ISSUED.find((each) => each === positionals[0]);
    if (!name) throw new OpsError(`Usage: npm run ops -- ${secretsSet.name} ${secretsSet.usage}`);
    rejectFurther(secretsSet, positionals);
    const secretText = await text(process.stdin);
    try {
      await validateSecret(name, secretText);
    } catch (error) {
      throw new OpsError(`This is not a valid secret for ${name}. ${reasonOf(error)} See lib/runbooks/rotation.md.`);
    }
    const access = await openSecrets(values);
    await assertFits(name, secretText);
    await access.write(name, secretText);
    print(`${name} is stored in ${access.target}; functions use it within five minutes.`);
    if (name === 'wallet' && values.env !== undefined) {
      print('Cards are offered for the wallets that the setting wallets names (lib/environments)');
    }
  },
};

/** Reports faults by member name only, because the values are secret. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'It is not JSON.';
  if (error instanceof z.core.$ZodError) {
    const members = error.issues.map(({ path }) => path.join('.')).filter(Boolean);
    return `Missing or invalid: ${members.join(', ') || 'the whole secret'}.`;
  }
  return error instanceof UnfitCertificate ? error.message : 'A key or a certificate in it cannot be read.';
};

/** An environment uses either live or test mode, and a key of the other mode would be rejected at every payment. */
const assertFits = async (name: IssuedName, secretText: string): Promise<void> => {
  if (name !== 'payments') return;
  const { stripeClient } = await import('../../functions/adapters/payments/stripe-client.ts');
  const { assertMollieMode } = await import('../../functions/adapters/payments/mollie-client.ts');
  const { secret_key: stripe, mollie_api_key: mollie } = JSON.parse(secretText) as Record<string, string | undefined>;
  try {
    if (stripe !== undefined) stripeClient(stripe);
    if (mollie !== undefined) assertMollieMode(mollie);
  } catch (error) {
    throw new OpsError(error instanceof Error ? `${error.message}.` : String(error));
  }
};
