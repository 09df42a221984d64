import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextIncidents } from '../../functions/domain/reporting/status/record.ts';
import { ruleSeed } from '../support/seed.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface Status {
  object: string;
  status: string;
  checked_at: string | null;
  components: { name: string; status: string }[];
  incidents: { component: string; started_at: string; resolved_at: string | null }[];
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(() => stack.stop());

const MINUTE = 60;
const read = async (): Promise<Status> => (await stack.get<Status>('/v2/status')).body;
/** The status after the next check. */
const afterCheck = async (minutes: number): Promise<Status> => {
  await stack.advance(minutes * MINUTE);
  await stack.control('POST', '/schedules/due-sweep');
  return read();
};
const degradedIn = ({ components }: Status): string[] =>
  components.filter(({ status }) => status === 'degraded').map(({ name }) => name);

describe('GET /v2/status', () => {
  it('responds without a key, and may be cached for a minute', async () => {
    const { status, headers, body } = await stack.get<Status>('/v2/status');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body.object).toBe('service_status');
    expect(body.components.map(({ name }) => name)).toEqual([
      'api',
      'payments',
      'fulfillment',
      'sales',
      'background_jobs',
    ]);
    expect(body).toMatchObject({ status: 'operational', incidents: [] });
    expect((await stack.get('/v2/status', { key: 'unknown' })).status).toBe(200);
    expect((await stack.post('/v2/status', {})).status).toBe(405);
  });

  it('shows the time of the check, and the start and end of a fulfillment incident', async () => {
    const calm = await afterCheck(6);
    expect(Date.parse(calm.checked_at!)).toBeGreaterThan(0);
    expect(degradedIn(calm)).toEqual([]);
    await stack.fault('objects', 'unavailable', 1000);
    const shop = new Shop(stack);
    for (let sale = 0; sale < 3; sale++)
      expect(await shop.sell(giftCard())).toMatchObject({ fulfillment: { status: 'failed' } });
    await stack.control('DELETE', '/faults');
    const during = await afterCheck(6);
    expect(degradedIn(during)).toEqual(['fulfillment']);
    expect(during.status).toBe('degraded');
    expect(during.incidents).toEqual([{ component: 'fulfillment', started_at: during.checked_at, resolved_at: null }]);
    const again = await afterCheck(6);
    expect(again.incidents).toEqual(during.incidents);
    const after = await afterCheck(60);
    expect(after.status).toBe('operational');
    expect(after.incidents).toContainEqual({ ...during.incidents[0], resolved_at: expect.any(String) });
  });
});

describe('incidents', () => {
  const DAY = 24 * 3600_000;
  const now = 200 * DAY;
  it('begin once, end, begin again as a new incident, and are kept for 90 days', () => {
    const first = nextIncidents([], new Set(['payments']), now);
    expect(first).toEqual([{ component: 'payments', startedAtMs: now }]);
    expect(nextIncidents(first, new Set(['payments', 'fulfillment']), now + 1)).toEqual([
      { component: 'fulfillment', startedAtMs: now + 1 },
      ...first,
    ]);
    const over = nextIncidents(first, new Set(), now + 2);
    expect(over).toEqual([{ ...first[0], resolvedAtMs: now + 2 }]);
    expect(nextIncidents(over, new Set(['payments']), now + 3)).toHaveLength(2);
    expect(nextIncidents(over, new Set(), now + 91 * DAY)).toEqual([]);
    expect(nextIncidents(first, new Set(['payments']), now + 91 * DAY)).toEqual(first);
  });

  it('continue while another component fails and recovers repeatedly', () => {
    let incidents = nextIncidents([], new Set(['payments']), now);
    for (let at = 1; at <= 120; at++) {
      incidents = nextIncidents(incidents, new Set(at % 2 === 0 ? ['payments'] : ['payments', 'sales']), now + at);
    }
    expect(incidents.filter(({ resolvedAtMs }) => resolvedAtMs === undefined)).toEqual([
      { component: 'payments', startedAtMs: now },
    ]);
    expect(incidents).toHaveLength(51);
  });
});
