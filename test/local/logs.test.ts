import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Till, TILL_KEY } from '../support/item-shop.ts';
import { CLIENT, legacySeed, LegacyShop } from '../support/legacy.ts';
import { giftCard, Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed, env: { LOG_LEVEL: 'debug' } });
}, 60_000);
afterAll(() => stack.stop());

/** Members of rows that must not be logged. Codes are derived from seeds, and password hashes can be cracked. */
const PRIVATE = /^(codeSeed|secretHash|passwordHash|sealed|email|sealedSecret|deliverTo|greeting|url|code)$/;

/** Direct access to a running stack's table. */
const openTable = async (running: RunningStack) => {
  const environment = await running.control<Record<string, string>>('GET', '/environment');
  const bare = new DynamoDBClient({
    endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const client = DynamoDBDocumentClient.from(bare);
  const TableName = environment['TABLE_NAME'] ?? '';
  return {
    rows: async (): Promise<Record<string, unknown>[]> => {
      const rows: Record<string, unknown>[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName })) rows.push(...Items);
      return rows;
    },
    put: (row: Record<string, unknown>) => client.send(new PutCommand({ TableName, Item: row })),
    close: () => bare.destroy(),
  };
};

/** Writes invalid rows with confidential content, because errors may contain what could not be read. */
const spoil = async (running: RunningStack): Promise<void> => {
  const table = await openTable(running);
  const shop = new Shop(running, TILL_KEY);
  const till = new Till(running);
  const { body: order } = await shop.order(giftCard());
  const code = await till.card(100);
  const guid = { 'X-Request-Guid': 'spoiled' };
  await till.claim(code, { type: 'amount', amount: 10 }, guid);
  const rows = await table.rows();
  for (const row of rows) {
    if (row['type'] === 'order' && row['id'] === order.id) {
      await table.put({ ...row, amounts: { ...(row['amounts'] as object), currency: 'spoiled@people.example' } });
    }
    if (row['type'] === 'idempotency' && String(row['pk']).includes('request-guid')) {
      await table.put({ ...row, reply: { ...(row['reply'] as object), body: 'reply@people.example' } });
    }
  }
  const { body: session } = await shop.session(order.id);
  await shop.pay(session.url ?? '').catch(() => undefined);
  const replayed = await till.claim(code, { type: 'amount', amount: 10 }, guid);
  expect(replayed.status).toBe(500);
  running.secrets.add('spoiled', 'spoiled@people.example');
  running.secrets.add('spoiled', 'reply@people.example');
  await running.idle();
  table.close();
};

const collect = (value: unknown, found: Set<string>, name = ''): void => {
  if (typeof value === 'string') {
    if (PRIVATE.test(name) && value.length >= 8) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, inner] of Object.entries(value)) collect(inner, found, member);
  }
};

/** Failures injected during sales, by target and mode. */
const FAULTS = [
  ['table', 'unavailable'],
  ['table', 'conflict'],
  ['table', 'throttle'],
  ['table', 'after-commit'],
  ['objects', 'unavailable'],
  ['queue', 'unavailable'],
  ['mail', 'unavailable'],
  ['mail', 'after-commit'],
  ['payments', 'unavailable'],
  ['payments', 'after-commit'],
  ['vendor', 'unavailable'],
] as const;

const CRASHES = ['create-order', 'fulfill-order', 'claim-item', 'send-mail', 'stream-relay', 'v1-claim-item'];

describe('the log', () => {
  it('contains no code, seed, address, name, greeting, link or secret after any failure', async () => {
    const shop = new Shop(stack, TILL_KEY);
    const till = new Till(stack);
    const legacy = new LegacyShop(stack);
    const greeting = { message: 'Til lykke med dagen, kaere Bodil' };
    const people = (at: number) => ({
      sender: { name: `Ansgar Bentsen ${at}`, email: `ansgar-${at}@people.example` },
      recipient: { name: `Bodil Clausen ${at}`, email: `bodil-${at}@people.example` },
    });
    stack.secrets.add('password', 'secret-of-tilde');
    stack.secrets.add('client secret', CLIENT.client_secret);
    for (const [at, [target, mode]] of FAULTS.entries()) {
      const more = { ...people(at), greeting };
      const order = await shop.sell(giftCard(10_000, 2), more);
      const code = await till.card(100, {
        receiver_name: `Bodil Clausen ${at}`,
        receiver_email: `bo${at}@people.example`,
      });
      for (let round = 0; round < 3; round++) {
        await stack.fault(target, mode, 2);
        await Promise.all([
          shop.order(at % 2 === 0 ? giftCard(20_000) : [ticket(2, 2)], more),
          till.claim(code, { type: 'amount', amount: 10 }),
          till.claim(`OPEN-000${at + 1}`.slice(0, 9)),
          till.claim(`VX-SECRET-${at}-1000`),
          till.do(code, 'resend', { email: `resent-${at}@people.example` }),
          stack.get(`/v2/items/${code}/document.pdf`, { key: TILL_KEY }),
          stack.get('/v2/items', { key: TILL_KEY, query: { search: `ansgar-${at}@people.example` } }),
          legacy.post('tilde', `/item/${code}/refund`, { type: 'all' }).catch(() => undefined),
          shop.refund(order.id, { amount: 100 }),
        ]);
      }
      await stack.control('DELETE', '/faults');
      const { body: second } = await shop.order(giftCard(30_000), more);
      if (typeof second.id === 'string') {
        await stack.fault(target, mode, 3);
        const session = await shop.session(second.id);
        if (session.status === 201) await shop.pay(session.body.url, at % 2 === 0 ? 'paid' : 'declined');
        await stack.control('DELETE', '/faults');
      }
    }
    for (const name of CRASHES) {
      await stack.crash(name, 'after-commit');
      await shop.order(giftCard(), people(90));
      await till.claim(await till.card(100));
    }
    const wrong = { grant_type: 'password', ...CLIENT, username: 'tilde', password: 'a-wrong-password-of-hers' };
    await legacy.token(wrong);
    stack.secrets.add('wrong password', wrong.password);
    stack.secrets.add('greeting', greeting.message);
    for (const at of FAULTS.keys()) {
      stack.secrets.add('name', `Ansgar Bentsen ${at}`);
      stack.secrets.add('name', `Bodil Clausen ${at}`);
    }
    await spoil(stack);
    await stack.advance(7200);
    await stack.idle();

    const stored = new Set<string>();
    const table = await openTable(stack);
    collect(await table.rows(), stored);
    table.close();
    for (const value of stored) stack.secrets.add('stored', value);
    expect(stored.size).toBeGreaterThan(100);
    expect(stack.secrets.size).toBeGreaterThan(200);
    const lines = stack.output.stderr.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(300);
    expect(lines.filter((line) => line.includes('"ERROR"')).length).toBeGreaterThan(10);
    expect(stack.leaks()).toEqual([]);
  }, 280_000);
});
