import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFailureLog } from '../../../functions/platform/failure-log.ts';
import { log } from '../../../functions/platform/log.ts';
import { ConditionFailed } from '../../../functions/storage/table.ts';
import { TransactionRefused } from '../../../functions/storage/transactions.ts';

// Read when the first line is written.
process.env['POWERTOOLS_LOG_LEVEL'] = 'INFO';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  const keep = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'awslambda');
  log.setKeys({});
});

const lines = async (count: number): Promise<Record<string, unknown>[]> => {
  for (let wait = 0; written.length < count && wait < 200; wait++) await sleep(10);
  return written.map((line) => JSON.parse(line) as Record<string, unknown>);
};

/** As in Lambda with several concurrent events: the store belongs to one of them. */
const within = (kept: Map<PropertyKey, unknown>, act: () => void): void => {
  const InvokeStore = {
    hasContext: () => true,
    get: (name: PropertyKey) => kept.get(name),
    set: (name: PropertyKey, value: unknown) => kept.set(name, value),
  };
  Object.assign(globalThis, { awslambda: { InvokeStore } });
  act();
  Reflect.deleteProperty(globalThis, 'awslambda');
};

describe('the log', () => {
  it('writes one JSON line with level, service, time, the keys of the invocation and the message', async () => {
    log.setKeys({ request_id: 'r-1', route: 'GET /v2/me' });
    log.warn('An endpoint could not be marked as slow', { endpoint: 'we_1' });
    expect(await lines(1)).toEqual([
      {
        level: 'WARN',
        message: 'An endpoint could not be marked as slow',
        service: 'gift-commerce',
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        sampling_rate: 0,
        request_id: 'r-1',
        route: 'GET /v2/me',
        endpoint: 'we_1',
      },
    ]);
  });

  const SECRET = 'SPRING-0001 anna@example.com\n    at secret (file:///secret.ts:1:1)';

  it('logs an error with its name, status, code, stack position and cause, and nothing else', async () => {
    const why = Object.assign(new RangeError(SECRET), { code: 'ECONNRESET', row: { codeSeed: SECRET } });
    const error = Object.assign(new TypeError(SECRET, { cause: why }), { status: 503, code: SECRET, fields: [SECRET] });
    log.error('Request failed', error);
    log.error('A message could not be processed', { error, message_id: 'm-1' });
    log.error('Something else was thrown', { cause: SECRET });
    const logged = await lines(3);
    for (const line of logged.slice(0, 2)) {
      expect(line['error']).toEqual({
        name: 'TypeError',
        status: 503,
        at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
        cause: { name: 'RangeError', code: 'ECONNRESET', at: expect.any(Array) },
      });
    }
    expect(logged[2]).toMatchObject({ cause: { name: 'string' } });
    expect(written.join('')).not.toMatch(/SPRING|anna|secret/);
  });

  it('logs which write was refused, without its row', async () => {
    const row = { pk: 'ITEM#shop#SPRING-0001', sk: 'item', type: 'item', v: 1 };
    log.error('Request failed', new TransactionRefused([{ index: 1, name: 'order', row }]));
    log.error('Request failed', new ConditionFailed(row));
    const byKey = new TransactionRefused([
      { index: 0, name: row.pk, row },
      { index: 1, name: `COUNTED#${row.pk}#7`, row: undefined },
      { index: 2, name: undefined, row },
    ]);
    log.error('Request failed', byKey);
    const [refused, failed, keyed] = await lines(3);
    expect(refused?.['error']).toMatchObject({ name: 'TransactionRefused', logDetails: { refused_by: ['order'] } });
    expect(keyed?.['error']).toMatchObject({ logDetails: { refused_by: ['ITEM', 'COUNTED', 2] } });
    expect(byKey.message).toBe('A transaction was refused by ITEM, COUNTED, 2');
    expect(failed?.['error']).toMatchObject({ name: 'ConditionFailed', logDetails: { row_type: 'item' } });
    expect(written.join('')).not.toContain('SPRING');
  });

  it('is the only record of an error that ends a worker', async () => {
    const failing = withFailureLog(async () => {
      throw Object.assign(new Error(SECRET), { row: SECRET });
    });
    const ended = await failing().then(
      () => undefined,
      (error: Error) => error,
    );
    expect([ended?.message, Object.keys(ended ?? {}), ended?.cause]).toEqual([
      'The function failed; its log has the reason',
      ['name'],
      undefined,
    ]);
    expect((await lines(1))[0]).toMatchObject({ message: 'A function failed', cause: { name: 'Error' } });
    expect(written.join('')).not.toContain('SPRING');
  });

  it('keeps the order of lines', async () => {
    for (const count of [1, 2, 3]) log.info('Counted', { count });
    expect((await lines(3)).map(({ count }) => count)).toEqual([1, 2, 3]);
  });

  it('logs the keys of the current invocation when several share an environment', async () => {
    const [first, second] = [new Map(), new Map()];
    within(first, () => log.setKeys({ request_id: 'first' }));
    within(second, () => log.setKeys({ request_id: 'second' }));
    within(first, () => log.info('One'));
    within(second, () => log.info('Two'));
    log.info('Neither');
    const logged = (await lines(3)).map((line) => [line['message'], line['request_id']]);
    expect(logged).toEqual([
      ['One', 'first'],
      ['Two', 'second'],
      ['Neither', undefined],
    ]);
  });
});
