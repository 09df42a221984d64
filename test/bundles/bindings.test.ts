import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiFunctionOf } from '../../lib/areas.ts';
import { bundle, type Bundle } from '../../lib/build/bundle.ts';
import { allFunctions, areas, isolatedFunctions, TABLE_INDEXES } from '../../lib/definition.ts';
import type { UpdatableRows } from '../../functions/platform/resource-names.ts';
import { built, BUILD_TIMEOUT_MS } from './built.ts';

const bundles = new Map<string, Bundle>();

/**
 * The routes of areas, each as a separate bundle, because the bundle of an area contains the modules of all its pages.
 */
const pages = areas.flatMap(({ routes }) => routes).map(apiFunctionOf);
const all = [...allFunctions().filter(({ routes }) => routes === undefined), ...pages];
const apart = mkdtempSync(join(tmpdir(), 'pages-'));

beforeAll(async () => {
  for (const each of [...(await built()), ...(await bundle(pages, apart))]) bundles.set(each.name, each);
}, 2 * BUILD_TIMEOUT_MS);

afterAll(() => rmSync(apart, { recursive: true, force: true }));

const SIGN_IN = 'functions/domain/company/api-keys/authenticate.ts';
/** The only file that updates rows of each kind. */
const ROWS_OF: Record<UpdatableRows, string> = {
  VISITS: 'functions/domain/company/users/visits/visitor-limits.ts',
  GUESSES: 'functions/domain/value/items/code-lookups.ts',
  WALLETPASS: 'functions/domain/fulfillment/wallet/record.ts',
  COMPANY: 'functions/domain/catalog/pickup-points/lookup-limit.ts',
};
/** Files whose updates do not require `table:write`: those above, files that update rate limits, and generic ones. */
const NARROW = new Set([
  SIGN_IN,
  ...Object.values(ROWS_OF),
  'functions/domain/company/api-keys/company-rate-limit.ts',
  'functions/domain/company/api-keys/wrong-keys.ts',
  'functions/domain/company/users/user-rate-limit.ts',
  'functions/domain/fulfillment/holder/holder-view.ts',
  'functions/storage/limits/fixed-window.ts',
  'functions/storage/limits/gcra.ts',
  'functions/storage/limits/sliding-window.ts',
  'functions/storage/table.ts',
]);
const WRITES = ['PutItem', 'DeleteItem', 'TransactWriteItems'];
const READS = ['GetItem', 'BatchGetItem'];

/**
 * Bindings that a bundle needs. It contains the names of service operations only if it uses their commands, and an
 * adapter only if it calls it.
 */
const neededBy = ({ file, inputs }: Bundle): Set<string> => {
  const code = readFileSync(file, 'utf8');
  const calls = (operation: string): boolean => code.includes(`,"${operation}",`);
  const uses = (part: string): boolean => inputs.some((input) => input.startsWith(part));
  const updates = inputs
    .filter((input) => input.startsWith('functions/') && !NARROW.has(input))
    .some((input) => /\b(updateRow|consumeRateLimit|Gcra)\b/.test(readFileSync(input, 'utf8')));
  const writes = WRITES.some(calls) || (calls('UpdateItem') && updates);
  const evidence: Record<string, boolean> = {
    'table:write': writes,
    'table:read': !writes && (READS.some(calls) || uses(SIGN_IN)),
    'table:batch': calls('BatchWriteItem'),
    ...Object.fromEntries(Object.entries(ROWS_OF).map(([kind, file]) => [`rows:${kind}`, !writes && uses(file)])),
    // For functions that write, only the index `due` is checked: their code contains the names of all lists of their
    // rows, even of those that they never read.
    ...Object.fromEntries(
      TABLE_INDEXES.map((index) => [
        `index:${index}`,
        (!writes || index === 'due') && code.includes(`index:"${index}"`),
      ]),
    ),
    'objects:read': calls('GetObject') || calls('HeadObject'),
    'objects:write': calls('PutObject'),
    'objects:delete': calls('DeleteObject'),
    queue: uses('functions/adapters/queue/send.ts'),
    keys: uses('functions/platform/keyring.ts'),
    'secrets:described': uses('functions/adapters/secrets/'),
    payments: uses('node_modules/stripe/'),
    mail: calls('SendEmail'),
    courier: uses('functions/adapters/courier/'),
    wallet: uses('functions/adapters/wallet/'),
    vendor: uses('functions/adapters/vendor/'),
    ...Object.fromEntries(
      isolatedFunctions.map(({ name }) => [`function:${name}`, uses(`functions/adapters/isolated/${name}.ts`)]),
    ),
  };
  return new Set(Object.keys(evidence).filter((binding) => evidence[binding]));
};

describe('a function has exactly the bindings that its code needs', () => {
  it.each(all.map((definition) => [definition.name, definition] as const))('%s', (name, { uses }) => {
    const declared = new Set(uses.map((binding) => (binding.startsWith('queue:') ? 'queue' : binding)));
    expect(
      declared,
      `Correct \`uses\` of ${name}: add what only "Expected" has, remove what only "Received" has`,
    ).toEqual(neededBy(bundles.get(name)!));
  });
});
