import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../../../functions/platform/log.ts';

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

/** As Lambda has it where several events share an environment: what is kept belongs to one of them. */
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
  it('writes one JSON line with level, service, moment, the keys of the invocation and what is said', async () => {
    log.setKeys({ request_id: 'r-1', route: 'GET /v2/me' });
    log.warn('A slow endpoint could not be noted', { endpoint: 'we_1' });
    expect(await lines(1)).toEqual([
      {
        level: 'WARN',
        message: 'A slow endpoint could not be noted',
        service: 'gift-commerce',
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        sampling_rate: 0,
        request_id: 'r-1',
        route: 'GET /v2/me',
        endpoint: 'we_1',
      },
    ]);
  });

  it('tells an error with its name, place and cause', async () => {
    log.error('Request failed', new TypeError('no', { cause: new Error('why') }));
    const [line] = await lines(1);
    expect(line).toMatchObject({ level: 'ERROR', message: 'Request failed' });
    expect(line?.['error']).toMatchObject({ name: 'TypeError', message: 'no', cause: { message: 'why' } });
  });

  it('keeps lines in the order in which they were said', async () => {
    for (const count of [1, 2, 3]) log.info('Counted', { count });
    expect((await lines(3)).map(({ count }) => count)).toEqual([1, 2, 3]);
  });

  it('says the keys of the invocation that speaks, where several share an environment', async () => {
    const [first, second] = [new Map(), new Map()];
    within(first, () => log.setKeys({ request_id: 'first' }));
    within(second, () => log.setKeys({ request_id: 'second' }));
    within(first, () => log.info('One'));
    within(second, () => log.info('Two'));
    log.info('Neither');
    const said = (await lines(3)).map((line) => [line['message'], line['request_id']]);
    expect(said).toEqual([
      ['One', 'first'],
      ['Two', 'second'],
      ['Neither', undefined],
    ]);
  });
});
