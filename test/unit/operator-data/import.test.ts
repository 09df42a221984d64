import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../functions/domain/company/api-keys/create.ts';
import { issueKey } from '../../../functions/domain/company/api-keys/issue.ts';
import { apiKeyKey, apiKeysOf, type ApiKeyRow } from '../../../functions/domain/company/api-keys/rows.ts';
import { discountCodeKey, productKey, type DiscountCodeRow } from '../../../functions/domain/catalog/products/rows.ts';
import { dormantCodeKey, type DormantCodeRow } from '../../../functions/domain/catalog/products/campaigns/rows.ts';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { stockKey, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { userKey, type UserRow } from '../../../functions/domain/company/users/rows.ts';
import { itemKey } from '../../../functions/domain/value/items/rows.ts';
import { verifyPassword } from '../../../functions/domain/company/users/passwords.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, getRows, putRow, queryAll, updateRow, type Key } from '../../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { company, event, experience, offer, option } from './samples.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTableInProcess();
});
afterAll(() => table.stop());

let serial = 0;
/** A separate company for each test in the shared table. */
const freshSlug = (): string => `c${++serial}`;

const faultsOf = async (file: unknown): Promise<string[]> => {
  try {
    await importOperatorData(file);
    return [];
  } catch (error) {
    if (error instanceof OperatorDataError) return error.faults.map(({ path }) => path);
    throw error;
  }
};

describe('importing operator data', () => {
  test('the demo file is imported, and importing it again changes nothing', async () => {
    const demo = JSON.parse(readFileSync('events/demo.json', 'utf8')) as {
      companies: { brand?: { assets?: object } }[];
    };
    // Pictures need a store and a function: test/local/brand.test.ts.
    for (const { brand } of demo.companies) delete brand?.assets;
    const first = await importOperatorData(demo);
    expect(first.changes).toBeGreaterThan(40);
    expect(first.mintedKeys).toEqual([]);
    expect((await importOperatorData(demo)).changes).toBe(0);
  });

  test('faults of brand and order page are reported together with those of the schema and of other entries', async () => {
    const [slug, other] = [freshSlug(), freshSlug()];
    const white = { text: '#ffffff', background: '#ffffff' };
    const file = (more: object) => ({
      companies: [
        {
          ...company(slug),
          brand: { colors: white },
          order_page: { values: { 'general.pricing.minor': true } },
        },
        { ...company(other), ...more },
      ],
    });
    const alone = await faultsOf(file({}));
    expect(alone).toContain('$.companies[0].brand.colors.text');
    expect(alone).toContain('$.companies[0].order_page.values["general.pricing.minor"]');
    expect(await faultsOf(file({ time_zone: 'Mars/X' }))).toEqual(['$.companies[1].time_zone', ...alone]);
    expect(await faultsOf(file({ name: 7 }))).toEqual(['$.companies[1].name', ...alone]);
    expect(await getRow(companyKey(slug))).toBeUndefined();
  });

  test('every fault is reported with its position, and nothing is written', async () => {
    const slug = freshSlug();
    const file = {
      companies: [{ ...company(slug), contract: {}, colour: 'red' }],
      experiences: [experience(slug, 1, [option(1, { amount: -1, price: 2 })]), experience('nobody', 2, [])],
      discounts: [],
    };
    expect(await faultsOf(file)).toEqual([
      '$.companies[0].contract.checkout',
      '$.companies[0].colour',
      '$.experiences[0].options[0].amount',
      '$.experiences[0].options[0].price',
      '$.discounts',
      '$.experiences[1].company',
    ]);
    expect(await getRow(companyKey(slug))).toBeUndefined();
  });

  test.for([null, [], 'text', 7])('a file with the content %j is one fault', async (file) => {
    expect(await faultsOf(file)).toEqual(['$']);
  });

  test('a file may contain only changed entries', async () => {
    const slug = freshSlug();
    await importOperatorData({ companies: [company(slug)] });
    await importOperatorData({ experiences: [experience(slug, 1, [option(1)])] });
    expect(await getRow(productKey(slug, 'gcv_1'))).toMatchObject({ type: 'experience', name: 'Experience 1' });
    await importOperatorData({ companies: [company(slug, { name: 'New name' })] });
    expect(await getRow(companyKey(slug))).toMatchObject({ name: 'New name' });
    expect(await getRow(productKey(slug, 'gcv_1'))).toBeDefined();
  });

  test('an option that a changed file does not name stays unchanged', async () => {
    const slug = freshSlug();
    const file = (...options: object[]) => ({
      companies: [company(slug)],
      experiences: [experience(slug, 1, options)],
    });
    await importOperatorData(file(option(1, { stock: 3 }), option(2)));
    const changed = file(option(2, { amount: 700 }), option(3));
    expect((await importOperatorData(changed)).changes).toBe(1);
    expect(await getRow(productKey(slug, 'gcv_1'))).toMatchObject({
      options: [{ id: 2, amount: 700 }, { id: 3 }, { id: 1, stock: 3 }],
    });
    expect((await importOperatorData(changed)).changes).toBe(0);
  });

  test('ids of options and slugs of events belong to one product across all imported files', async () => {
    const slug = freshSlug();
    const jazz = (id: number, name = 'jazz') => event(slug, id, [option(id)], { slug: name });
    const first = {
      companies: [company(slug)],
      experiences: [experience(slug, 1, [option(31)], { active: false })],
      events: [jazz(1)],
      special_offers: [offer(slug, 1, [option(31, { stock: 1 })])],
    };
    await importOperatorData(first);
    const second = {
      experiences: [experience(slug, 2, [option(32), option(31)])],
      events: [jazz(2), event(slug, 3, [option(1)])],
      special_offers: [offer(slug, 2, [option(31, { stock: 1 })])],
    };
    const faults = [
      '$.events[0].slug',
      '$.experiences[0].options[1].id',
      '$.events[1].options[0].id',
      '$.special_offers[0].options[0].id',
    ];
    expect(await faultsOf(second)).toEqual(faults);
    expect(await faultsOf({ ...second, companies: [7] })).toEqual(['$.companies[0]', ...faults]);
    expect(await getRow(productKey(slug, 'gcv_2'))).toBeUndefined();
    expect((await importOperatorData(first)).changes).toBe(0);
    const other = freshSlug();
    const elsewhere = { companies: [company(other)], events: [event(other, 9, [option(1)], { slug: 'jazz' })] };
    expect(await faultsOf(elsewhere)).toEqual([]);
  });

  test('an event releases its slug to another one in the same file, even if its entry is invalid', async () => {
    const slug = freshSlug();
    const named = (id: number, name: string, more = {}) => event(slug, id, [], { slug: name, ...more });
    await importOperatorData({ companies: [company(slug)], events: [named(1, 'jazz'), named(2, 'blues')] });
    expect(await faultsOf({ events: [named(1, 'jazz-2027', { name: 7 }), named(3, 'jazz')] })).toEqual([
      '$.events[0].name',
    ]);
    expect(await faultsOf({ events: [named(1, 'blues'), named(2, 'jazz')] })).toEqual([]);
    expect(await faultsOf({ events: [named(2, 'jazz-2027')] })).toEqual([]);
    expect(await faultsOf({ events: [named(3, 'jazz')] })).toEqual([]);
    expect(await getRow(productKey(slug, 'evt_1'))).toMatchObject({ slug: 'blues' });
  });

  test('large products are written in several transactions', async () => {
    const slug = freshSlug();
    const options = (first: number) =>
      Array.from({ length: 12 }, (_, at) => option(first + at, { description: 'x'.repeat(20_000) }));
    const experiences = Array.from({ length: 25 }, (_, at) => experience(slug, at + 1, options(at * 12 + 1)));
    expect((await importOperatorData({ companies: [company(slug)], experiences })).changes).toBe(26);
    expect(await getRow(productKey(slug, 'gcv_25'))).toBeDefined();
  });

  test('stock is set only by the first import', async () => {
    const slug = freshSlug();
    const file = (stock: number) => ({
      companies: [company(slug)],
      experiences: [experience(slug, 1, [option(1, { stock })])],
    });
    await importOperatorData(file(25));
    const key = stockKey(slug, 'gcv_1', 'gcvo_1');
    await updateRow<StockRow>({ key, update: 'SET remaining = remaining - :n, sold = sold + :n', values: { ':n': 3 } });
    await importOperatorData(file(40));
    expect(await getRow(key)).toMatchObject({ remaining: 22, sold: 3 });
  });

  test('account numbers that the company set remain when the file does not contain them', async () => {
    const slug = freshSlug();
    const own = { gateway: '5820', revenue: [], vat: [] };
    await importOperatorData({ companies: [company(slug)] });
    await updateRow({ key: companyKey(slug), update: 'SET accounts = :own', values: { ':own': own } });
    expect((await importOperatorData({ companies: [company(slug)] })).changes).toBe(0);
    await importOperatorData({ companies: [{ ...company(slug), name: 'Renamed' }] });
    expect((await getRow<CompanyRow>(companyKey(slug)))!).toMatchObject({ name: 'Renamed', accounts: own });
    await importOperatorData({ companies: [{ ...company(slug), accounts: { gateway: '5821' } }] });
    expect((await getRow<CompanyRow>(companyKey(slug)))!.accounts).toMatchObject({ gateway: '5821' });
  });

  test('restocking sets the remaining stock, and keeps the held and sold numbers', async () => {
    const slug = freshSlug();
    await importOperatorData({
      companies: [company(slug)],
      special_offers: [offer(slug, 1, [option(4711, { stock: 5 })])],
      events: [event(slug, 4711, [option(4712)], { seats: 10 })],
    });
    const key = stockKey(slug, 'so_1', 'sov_4711');
    await updateRow<StockRow>({
      key,
      update: 'SET remaining = :zero, sold = :five',
      values: { ':zero': 0, ':five': 5 },
    });
    const restock = [
      { option: 'sov_4711', remaining: 20 },
      { option: 'evt_4711', remaining: 8 },
    ];
    expect((await importOperatorData({ restock })).changes).toBe(2);
    expect(await getRow(key)).toMatchObject({ remaining: 20, sold: 5 });
    expect(await getRow(stockKey(slug, 'evt_4711', 'seats'))).toMatchObject({ remaining: 8 });
    expect((await importOperatorData({ restock })).changes).toBe(0);
  });

  test('an option that becomes limited later gets its counter at that time', async () => {
    const slug = freshSlug();
    const file = (more: object) => ({
      companies: [company(slug)],
      experiences: [experience(slug, 1, [option(1, more)])],
    });
    await importOperatorData(file({}));
    expect(await getRow(stockKey(slug, 'gcv_1', 'gcvo_1'))).toBeUndefined();
    await importOperatorData(file({ stock: 6 }));
    expect(await getRow(stockKey(slug, 'gcv_1', 'gcvo_1'))).toMatchObject({ remaining: 6, held: 0, sold: 0 });
  });

  test('the uses of a discount code are kept when the code changes', async () => {
    const slug = freshSlug();
    const file = (percent: number) => ({
      companies: [company(slug)],
      discount_codes: [{ company: slug, code: 'Summer10', percent }],
    });
    await importOperatorData(file(10));
    const key = discountCodeKey(slug, 'SUMMER10');
    await updateRow<DiscountCodeRow>({ key, update: 'SET uses = :n', values: { ':n': 4 } });
    await importOperatorData(file(20));
    expect(await getRow(key)).toMatchObject({ percent: 20, uses: 4, code: 'Summer10' });
  });

  test('campaigns are in their company’s row, by id and without their codes', async () => {
    const slug = freshSlug();
    const campaign = { company: slug, name: 'x', applies_to: 'gift_card', kind: 'added-value', value: 20 };
    await importOperatorData({ companies: [company(slug)], campaigns: [{ ...campaign, id: 9, codes: ['SPRING-1'] }] });
    await importOperatorData({ campaigns: [{ ...campaign, id: 4 }] });
    await importOperatorData({ companies: [company(slug, { name: 'Renamed' })] });
    const row = await getRow<CompanyRow>(companyKey(slug));
    expect(row?.campaigns.map(({ id }) => id)).toEqual([4, 9]);
    expect(JSON.stringify(row)).not.toContain('SPRING-1');
  });

  test('a code that the file moves to another campaign belongs to the new one', async () => {
    const slug = freshSlug();
    const campaigns = (first: string[], second: string[]) =>
      [first, second].map((codes, at) => ({
        company: slug,
        name: 'x',
        applies_to: 'gift_card',
        kind: 'added-value',
        value: 20,
        id: at + 4,
        codes,
      }));
    await importOperatorData({ companies: [company(slug)], campaigns: campaigns(['SPRING-1', 'SPRING-2'], []) });
    const moved = await importOperatorData({ campaigns: campaigns(['SPRING-1', 'SPRING-3'], ['SPRING-2']) });
    expect(moved.changed).toMatchObject([
      { action: 'create', what: `codes of campaigns 4 "x" of ${slug}` },
      { action: 'update', what: `codes of campaigns 5 "x" of ${slug}` },
    ]);
    const belongsTo = async (code: string) => (await getRow<DormantCodeRow>(dormantCodeKey(slug, code)))?.campaignId;
    expect([await belongsTo('SPRING-1'), await belongsTo('SPRING-2')]).toEqual([4, 5]);
    expect((await importOperatorData({ campaigns: campaigns(['SPRING-1'], ['SPRING-2']) })).changes).toBe(0);
  });

  test('a new code that an item already has is rejected, unlike one that was activated', async () => {
    const slug = freshSlug();
    const campaign = { company: slug, id: 4, name: 'x', applies_to: 'gift_card', kind: 'added-value', value: 20 };
    await importOperatorData({ companies: [company(slug)], campaigns: [{ ...campaign, codes: ['SPRING-1'] }] });
    for (const code of ['SPRING-1', 'ISSUED-1']) await putRow({ ...itemKey(slug, code), type: 'item', v: 1 });
    const codes = ['SPRING-1', 'SPRING-2', 'issued-1'];
    expect(await faultsOf({ campaigns: [{ ...campaign, codes }] })).toEqual(['$.campaigns[0].codes[2]']);
    expect(await faultsOf({ campaigns: [{ ...campaign, codes: codes.slice(0, 2) }] })).toEqual([]);
  });

  test('HTML of operators is sanitized when it is written', async () => {
    const slug = freshSlug();
    await importOperatorData({
      companies: [company(slug, { terms: { html: '<p onclick="x()">Terms</p><script>x()</script>' } })],
      experiences: [
        experience(slug, 1, [option(1, { description: '<iframe src="https://x.example"></iframe>ok' })], {
          description: '<p>Fine</p><a href="javascript:x()">no</a>',
        }),
      ],
    });
    expect(await getRow(companyKey(slug))).toMatchObject({ terms: { html: '<p>Terms</p>' } });
    expect(await getRow(productKey(slug, 'gcv_1'))).toMatchObject({
      description: '<p>Fine</p><a rel="noopener noreferrer">no</a>',
      options: [{ description: 'ok' }],
    });
  });

  test('a password is stored as a hash, which changes only with the password', async () => {
    const slug = freshSlug();
    const file = (password: string) => ({
      companies: [company(slug)],
      users: [{ username: `anna-${slug}`, password, company: slug }],
    });
    await importOperatorData(file('correct horse'));
    const before = await getRow<UserRow>(userKey(`anna-${slug}`));
    expect(before?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await importOperatorData(file('correct horse'))).changes).toBe(0);
    await importOperatorData(file('battery staple'));
    const after = await getRow<UserRow>(userKey(`anna-${slug}`));
    expect(await verifyPassword('battery staple', after?.passwordHash ?? '')).toBe(true);
    expect(await verifyPassword('correct horse', after?.passwordHash ?? '')).toBe(false);
  });

  test('a role change ends the sessions of the user permanently', async () => {
    const slug = freshSlug();
    const username = `kai-${slug}`;
    const versionAfter = async (role: string): Promise<number | undefined> => {
      const users = [{ username, password: 'correct horse', company: slug, role }];
      await importOperatorData({ companies: [company(slug)], users });
      return (await getRow<UserRow>(userKey(username)))?.sessionVersion;
    };
    const versions = [];
    for (const role of ['manager', 'manager', 'staff', 'staff', 'manager']) versions.push(await versionAfter(role));
    expect(versions).toEqual([undefined, undefined, 1, 1, 2]);
  });
});

describe('keys in operator data', () => {
  const keyIdOf = (key: string): string => key.split('_')[2] ?? '';

  test('a given key is stored only as a hash', async () => {
    const slug = freshSlug();
    const key = `lp_live_${'1'.repeat(32)}_${'2'.repeat(64)}`;
    const { mintedKeys, keys } = await importOperatorData({
      companies: [company(slug)],
      api_keys: [{ company: slug, label: 'shop', key, scopes: ['catalog:read'] }],
    });
    expect(mintedKeys).toEqual([]);
    expect(keys).toEqual([{ company: slug, label: 'shop', key }]);
    const row = await getRow<ApiKeyRow>(apiKeyKey('1'.repeat(32)));
    expect(row).toMatchObject({ company: slug, mode: 'live', scopes: ['catalog:read'], attributed: true });
    expect(JSON.stringify(row)).not.toContain('2'.repeat(64));
  });

  test('a key that is generated for an entry is created once', async () => {
    const slug = freshSlug();
    const file = {
      companies: [company(slug)],
      api_keys: [{ company: slug, label: 'shop', environment: 'test', scopes: [] }],
    };
    const first = await importOperatorData(file);
    expect(first.mintedKeys).toEqual([{ company: slug, label: 'shop', key: expect.stringMatching(/^lp_test_/) }]);
    expect(await importOperatorData(file)).toMatchObject({ mintedKeys: [], changes: 0 });
  });

  test('a revocation remains after the next import', async () => {
    const slug = freshSlug();
    const key = `lp_live_${'3'.repeat(32)}_${'2'.repeat(64)}`;
    const file = { companies: [company(slug)], api_keys: [{ company: slug, label: 'shop', key, scopes: [] }] };
    await importOperatorData(file);
    await updateRow({ key: apiKeyKey(keyIdOf(key)), update: 'SET revokedAtMs = :now', values: { ':now': 5 } });
    await importOperatorData(file);
    expect(await getRow(apiKeyKey(keyIdOf(key)))).toMatchObject({ revokedAtMs: 5 });
  });

  test('all keys of an agency follow its assigned and active companies', async () => {
    const [agency, one, two] = [freshSlug(), freshSlug(), freshSlug()];
    const { mintedKeys } = await importOperatorData({
      companies: [company(agency, { assigned: [one, two] }), company(one), company(two, { active: false })],
      api_keys: [{ company: agency, label: 'x', scopes: [] }],
    });
    const actsOn = async () => (await getRow<ApiKeyRow>(apiKeyKey(keyIdOf(mintedKeys[0]?.key ?? ''))))?.actsOn;
    expect(await actsOn()).toEqual([one]);
    await importOperatorData({ companies: [company(two)] });
    expect(await actsOn()).toEqual([one, two]);
    await importOperatorData({ companies: [company(agency, { assigned: [two] })] });
    expect(await actsOn()).toEqual([two]);
    await importOperatorData({ companies: [company(one, { active: false })] });
    expect(await actsOn()).toEqual([two]);
  });
});

describe('keys that are created while a company is removed from an agency', () => {
  const agencyWith = async (): Promise<{ agency: string; client: string; issuer: ApiKeyRow }> => {
    const [agency, client] = [freshSlug(), freshSlug()];
    await importOperatorData({ companies: [company(client), { ...company(agency), assigned: [client] }] });
    const { id } = await issueKey({ company: agency, label: 'agency', mode: 'live', scopes: ['catalog:read'] });
    const issuer = (await keysOf(agency)).find(({ numericId }) => numericId === id);
    if (!issuer) throw new Error('The key was not found');
    expect(issuer.actsOn).toEqual([client]);
    return { agency, client, issuer };
  };
  const keysOf = async (slug: string): Promise<ApiKeyRow[]> => {
    const keys = await queryAll<Key>(apiKeysOf(slug));
    const rows = await getRows(keys, { consistent: true });
    return keys.flatMap((key) => rows.get<ApiKeyRow>(key) ?? []);
  };
  const body = (label: string) => ({ label, scopes: ['catalog:read' as const] });

  test('act only on the remaining companies of their issuer, even if the issuer was read before the removal', async () => {
    const { agency, issuer } = await agencyWith();
    await importOperatorData({ companies: [{ ...company(agency), assigned: [] }] });
    await createApiKey(issuer, body('late'));
    expect((await keysOf(agency)).map(({ actsOn }) => actsOn)).toEqual([[], []]);
  });

  test('lose the company like the other keys, regardless of the step at which they are created', async () => {
    const { agency, issuer } = await agencyWith();
    const taken = importOperatorData({ companies: [{ ...company(agency), assigned: [] }] });
    const minting = Promise.all(Array.from({ length: 40 }, (_, at) => createApiKey(issuer, body(`key ${at}`))));
    await Promise.all([taken, minting]);
    const keys = await keysOf(agency);
    expect(keys).toHaveLength(41);
    expect(keys.filter(({ actsOn }) => actsOn.length > 0)).toEqual([]);
  });

  test('lose the company even when an operator issues them', async () => {
    const { agency, client } = await agencyWith();
    const taken = importOperatorData({ companies: [company(client, { active: false })] });
    const input = { company: agency, label: 'operator', mode: 'live' as const, scopes: ['catalog:read' as const] };
    const issuing = Promise.all(Array.from({ length: 20 }, () => issueKey(input)));
    await Promise.all([taken, issuing]);
    const keys = await keysOf(agency);
    expect(keys).toHaveLength(21);
    expect(keys.filter(({ actsOn }) => actsOn.length > 0)).toEqual([]);
  });

  test('never act for an inactive company', async () => {
    const { agency, issuer } = await agencyWith();
    await importOperatorData({ companies: [company(agency, { active: false })] });
    await issueKey({ company: agency, label: 'operator', mode: 'live', scopes: ['catalog:read'] });
    await createApiKey(issuer, body('known from before'));
    const [off] = await keysOf(agency);
    expect(off?.companyInactive).toBe(true);
    await createApiKey(off!, body('minted by one'));
    const inactive = async () => (await keysOf(agency)).map(({ companyInactive }) => companyInactive);
    expect(await inactive()).toEqual([true, true, true, true]);
    await importOperatorData({ companies: [company(agency, { active: true })] });
    expect(await inactive()).toEqual([undefined, undefined, undefined, undefined]);
  });

  /** Runs an import while `undo` reverts each write that contains the key of a row. */
  const whileUndone = async (pk: RegExp, undo: () => Promise<unknown>, carryOn: () => Promise<unknown>) => {
    const { send } = documents;
    let writes = 0;
    documents.send = async (command) => {
      const answer = await send(command);
      const isWrite = /^(Put|Update|Transact|BatchWrite)/.test(command.constructor.name);
      if (isWrite && pk.test(JSON.stringify(command.input)) && ++writes < 100) {
        const own = documents.send;
        documents.send = send;
        await undo();
        documents.send = own;
      }
      return answer;
    };
    try {
      await carryOn();
    } finally {
      documents.send = send;
    }
  };

  test('are reported as unsettled when their company keeps changing', async () => {
    const { agency } = await agencyWith();
    let active = true;
    const flip = () =>
      updateRow({ key: companyKey(agency), update: 'SET active = :a', values: { ':a': (active = !active) } });
    const input = { company: agency, label: 'restless', mode: 'live' as const, scopes: ['catalog:read' as const] };
    const issuing = whileUndone(/restless|companyInactive/, flip, () => issueKey(input));
    await expect(issuing).rejects.toMatchObject({ status: 503, code: 'service_busy' });
  });

  test('do not delay an import endlessly when other processes keep changing them', async () => {
    const { agency, client, issuer } = await agencyWith();
    const key = apiKeyKey(issuer.keyId);
    const undo = () => updateRow({ key, update: 'SET actsOn = :none', values: { ':none': [] } });
    await undo();
    const file = { companies: [company(agency, { assigned: [client] })] };
    const importing = whileUndone(new RegExp(key.pk), undo, () => importOperatorData(file));
    await expect(importing).rejects.toMatchObject({ status: 503, code: 'service_busy' });
    await importOperatorData(file);
    expect((await keysOf(agency)).map(({ actsOn }) => actsOn)).toEqual([[client]]);
  });
});
