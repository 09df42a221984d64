import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyKey, type ApiKeyRow } from '../../../functions/domain/company/api-keys/rows.ts';
import { parseApiKey } from '../../../functions/domain/company/api-keys/rules.ts';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { userKey, type UserRow } from '../../../functions/domain/company/users/rows.ts';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { commit } from '../../../functions/domain/administration/operator-data/write.ts';
import { documents } from '../../../functions/storage/client.ts';
import { ABSENT } from '../../../functions/storage/conditions.ts';
import { rowUpdate } from '../../../functions/storage/row-update.ts';
import { getRow, updateRow } from '../../../functions/storage/table.ts';
import { TransactionRefused } from '../../../functions/storage/transactions.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from './samples.ts';

const { send } = documents;
const table = new MemoryTable();
let untouched: typeof send;
beforeAll(() => {
  table.install();
  untouched = documents.send;
});
afterEach(() => Object.assign(documents, { send: untouched }));
afterAll(() => Object.assign(documents, { send }));

let serial = 0;
const freshSlug = (): string => `at-once-${++serial}`;

/** Runs an action before the n-th call that contains the key of a row: reads and writes, or writes only. */
const beforeCallOf = (pk: string, act: () => Promise<unknown>, { at = 1, writes = false } = {}): void => {
  let calls = 0;
  documents.send = async (command) => {
    const counts = !writes || /^(Put|Update|Transact|BatchWrite)/.test(command.constructor.name);
    if (counts && JSON.stringify(command.input).includes(pk) && ++calls === at) {
      Object.assign(documents, { send: untouched });
      await act();
    }
    return untouched(command);
  };
};

/** Runs a scenario with an interruption before the first call, before the second, and so on to the last. */
const atEveryCall = async (story: (slug: string, at: number) => Promise<boolean>): Promise<void> => {
  let at = 1;
  while (await story(freshSlug(), at)) at += 1;
  expect(at).toBeGreaterThan(3);
};

const campaign = (slug: string, id: number) => ({
  company: slug,
  id,
  name: `Campaign ${id}`,
  applies_to: 'gift_card',
  kind: 'added-value',
  value: 20,
});
const companyRow = (slug: string) => getRow<CompanyRow>(companyKey(slug), { consistent: true });

describe('two concurrent imports, at any interleaving', () => {
  const CAMPAIGNS = (slug: string, id: number) => ({ campaigns: [campaign(slug, id)] });
  const SETTINGS = (slug: string) => ({ companies: [company(slug, { name: 'After', active: false })] });

  test.each([
    ['each imports its campaigns', CAMPAIGNS, (slug: string) => CAMPAIGNS(slug, 7)],
    ['the campaign of one does not change the settings of the other', CAMPAIGNS, SETTINGS],
    ['the settings of one do not change the campaign of the other', SETTINGS, (slug: string) => CAMPAIGNS(slug, 2)],
  ] as const)('%s', async (_, one, other) => {
    await atEveryCall(async (slug, at) => {
      await importOperatorData({ companies: [company(slug, { name: 'Before' })], campaigns: [campaign(slug, 5)] });
      let came = false;
      const come = async () => {
        came = true;
        await importOperatorData(other(slug));
      };
      beforeCallOf(companyKey(slug).pk, come, { at });
      await importOperatorData(one(slug, 2));
      if (!came) return false;
      const row = await companyRow(slug);
      const named = [one, other].some((each) => each === SETTINGS);
      expect(row).toMatchObject(named ? { name: 'After', active: false } : { name: 'Before' });
      expect(row?.campaigns.map(({ id }) => id)).toEqual(named ? [2, 5] : [2, 5, 7]);
      return true;
    });
  });
});

describe('a key that an import creates', () => {
  const fileOf = (slug: string) => ({
    companies: [company(slug)],
    api_keys: [{ company: slug, label: 'shop', environment: 'live', scopes: [] }],
  });
  const storedHash = async (key: string): Promise<string | undefined> => {
    const row = await getRow<ApiKeyRow>(apiKeyKey(parseApiKey(key)?.keyId ?? ''), { consistent: true });
    return row?.secretHash;
  };
  const keysOf = (slug: string): number =>
    table.rows().filter((row) => row['type'] === 'api-key' && row['company'] === slug).length;

  test('is created once by two concurrent imports, at any interleaving, and shown by one of them', async () => {
    await atEveryCall(async (slug, at) => {
      await importOperatorData({ companies: [company(slug)] });
      const results: Awaited<ReturnType<typeof importOperatorData>>[] = [];
      beforeCallOf(slug, async () => results.push(await importOperatorData(fileOf(slug))), { at });
      const one = await importOperatorData(fileOf(slug));
      if (results.length === 0) return false;
      const shown = [one, ...results].flatMap(({ mintedKeys }) => mintedKeys);
      expect([at, shown.length, keysOf(slug)]).toEqual([at, 1, 1]);
      expect(await storedHash(shown[0]!.key)).toBe(parseApiKey(shown[0]!.key)?.secretHash);
      expect(await importOperatorData(fileOf(slug))).toMatchObject({ mintedKeys: [], changes: 0 });
      return true;
    });
  });

  test('that was revoked before it was shown stays revoked, and no other is shown', async () => {
    const slug = freshSlug();
    beforeCallOf('APIKEY#', () => Promise.reject(new Error('The process ended')), { at: 2, writes: true });
    await expect(importOperatorData(fileOf(slug))).rejects.toThrow('The process ended');
    Object.assign(documents, { send: untouched });
    const key = table.rows().find((row) => row['type'] === 'api-key' && row['company'] === slug);
    await updateRow({ key: key!, update: 'SET revokedAtMs = :now', values: { ':now': 5 } });
    expect(await importOperatorData(fileOf(slug))).toMatchObject({ mintedKeys: [] });
    expect(await getRow(key!)).toMatchObject({ revokedAtMs: 5 });
  });

  test('that was never shown, because its import was interrupted, is recreated and shown once', async () => {
    const slug = freshSlug();
    const ended = async () => Promise.reject(new Error('The process ended'));
    beforeCallOf('APIKEY#', ended, { at: 2, writes: true });
    await expect(importOperatorData(fileOf(slug))).rejects.toThrow('The process ended');
    const { mintedKeys } = await importOperatorData(fileOf(slug));
    expect(mintedKeys).toHaveLength(1);
    expect(keysOf(slug)).toBe(1);
    expect(await storedHash(mintedKeys[0]!.key)).toBe(parseApiKey(mintedKeys[0]!.key)?.secretHash);
    expect(await importOperatorData(fileOf(slug))).toMatchObject({ mintedKeys: [], changes: 0 });
  });

  test('is shown even when the response to its last write is lost', async () => {
    const slug = freshSlug();
    documents.send = async (command) => {
      const answer = await untouched(command);
      if (JSON.stringify(command.input).includes('unshownBy') && command.constructor.name === 'UpdateCommand') {
        Object.assign(documents, { send: untouched });
        return untouched(command);
      }
      return answer;
    };
    const { mintedKeys } = await importOperatorData(fileOf(slug));
    expect(mintedKeys).toHaveLength(1);
  });
});

test('a password that a user changes during an import, at any call, is kept', async () => {
  await atEveryCall(async (slug, at) => {
    const username = `user-${slug}`;
    const user = userKey(username);
    const fileOf = (password: string) => ({
      companies: [company(slug)],
      users: [{ username, password, company: slug }],
    });
    await importOperatorData(fileOf('a-password-of-the-file'));
    let isChanged: boolean | undefined;
    const change = async () => {
      const { passwordHash } = (await getRow<UserRow>(user, { consistent: true }))!;
      const asRead = { expression: 'passwordHash = :hash', values: { ':hash': passwordHash } };
      const set = { passwordHash: 'own', managed: true };
      isChanged = await updateRow(rowUpdate({ key: user, set, add: { edits: 1 }, if: asRead })).then(
        () => true,
        () => false,
      );
    };
    beforeCallOf(user.pk, change, { at });
    await importOperatorData(fileOf('another-password-of-it')).catch((error: unknown) => {
      if (!(error instanceof OperatorDataError)) throw error;
    });
    Object.assign(documents, { send: untouched });
    if (isChanged)
      expect(await getRow(user, { consistent: true })).toMatchObject({ passwordHash: 'own', managed: true });
    return isChanged !== undefined;
  });
});

test('an import waits for its other writes after one was refused, before it plans again', async () => {
  const slug = freshSlug();
  const rows = Array.from({ length: 40 }, (_, at) => ({ pk: `${slug}-${at}`, sk: 'row', type: 'sample', v: 1 }));
  const [first, last] = [rows[0]!, rows.at(-1)!];
  await updateRow(rowUpdate({ key: first, set: { type: 'sample', v: 1 } }));
  const refused = Promise.withResolvers<void>();
  documents.send = async (command) => {
    const text = JSON.stringify(command.input);
    if (text.includes(`"${last.pk}"`)) {
      await refused.promise;
      await setTimeout(20);
    }
    return untouched(command).finally(() => text.includes(`"${first.pk}"`) && refused.resolve());
  };
  const writes = rows.map((put) => ({ put, condition: ABSENT }));
  await expect(commit(writes, () => {})).rejects.toThrow(TransactionRefused);
  Object.assign(documents, { send: untouched });
  expect(await getRow(last)).toEqual(last);
});
