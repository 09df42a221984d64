import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookEndpointRow } from '../../../functions/domain/notifications/webhooks/rows.ts';
import {
  statusOfClosedEndpoint,
  deliveryId,
  endpointId,
  hasFailedTooLong,
  orderEventId,
  isSlowOrFailing,
  overlapEnd,
  isDeliveredTo,
  isInEventFilter,
  RETRY_DELAYS_MS,
  retryAfterMs,
  retryDelayMs,
} from '../../../functions/domain/notifications/webhooks/rules.ts';
import {
  liveSecrets,
  newWebhookSecret,
  openSecret,
  sealSecret,
} from '../../../functions/domain/notifications/webhooks/secrets.ts';

const endpoint = (over: Partial<WebhookEndpointRow> = {}): WebhookEndpointRow => ({
  pk: 'WEBHOOKS#nordlys',
  sk: 'endpoint#wh_1',
  type: 'webhook-endpoint',
  v: 1,
  id: 'wh_1',
  company: 'nordlys',
  url: 'https://shop.example/hooks',
  events: ['order.created'],
  status: 'enabled',
  createdAtMs: 1000,
  updatedAtMs: 1000,
  receivesFromMs: 1000,
  secret: { version: 1, sealed: '' },
  version: 1,
  failures: 0,
  consecutiveFailures: 0,
  ...over,
});

describe('the retry schedule', () => {
  it('has eleven attempts over about three days, as published', () => {
    const minutes = [1, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 24 * 60];
    expect(RETRY_DELAYS_MS).toEqual([5000, ...minutes.map((each) => each * 60_000)]);
    expect(retryDelayMs(11, 'x')).toBeUndefined();
  });

  it('subtracts up to a tenth, differently for every delivery and the same when repeated', () => {
    const delays = Array.from({ length: 200 }, (_, index) => retryDelayMs(2, `whd_${index}`)!);
    for (const delay of delays) {
      expect(delay).toBeGreaterThanOrEqual(54_000);
      expect(delay).toBeLessThanOrEqual(60_000);
    }
    expect(new Set(delays).size).toBeGreaterThan(150);
    expect(retryDelayMs(2, 'whd_7')).toBe(delays[7]);
  });

  it('respects Retry-After when it is longer, up to a day', () => {
    expect(retryDelayMs(1, 'x', 120_000)).toBe(120_000);
    expect(retryDelayMs(4, 'x', 1000)).toBeGreaterThan(1_000_000);
    expect(retryDelayMs(1, 'x', 10 * 86_400_000)).toBe(86_400_000);
    expect(retryDelayMs(11, 'x', 1000)).toBeUndefined();
  });

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('Tue, 01 Jan 2030 00:02:00 GMT', now)).toBe(120_000);
    expect(retryAfterMs('Mon, 31 Dec 2029 00:02:00 GMT', now)).toBe(0);
    expect(retryAfterMs('9999999999', now)).toBe(86_400_000);
    expect(retryAfterMs('9'.repeat(400), now)).toBe(86_400_000);
    for (const unreadable of ['whenever', '-5', '120.5', '']) expect(retryAfterMs(unreadable, now)).toBe(0);
    expect(retryAfterMs(undefined, now)).toBe(0);
  });
});

describe('an endpoint in trouble', () => {
  it('was slow within the last minute, or failed three times in a row', () => {
    const now = 1_000_000;
    expect(isSlowOrFailing(endpoint(), now)).toBe(false);
    expect(isSlowOrFailing(endpoint({ slowUntilMs: now + 1 }), now)).toBe(true);
    expect(isSlowOrFailing(endpoint({ slowUntilMs: now }), now)).toBe(false);
    expect(isSlowOrFailing(endpoint({ consecutiveFailures: 2 }), now)).toBe(false);
    expect(isSlowOrFailing(endpoint({ consecutiveFailures: 3 }), now)).toBe(true);
  });
});

describe('the overlap of secrets', () => {
  it('ends at a whole second, as shown to partners', () => {
    const now = Date.parse('2030-01-01T00:00:00.880Z');
    expect(overlapEnd(now)).toBe(Date.parse('2030-01-02T00:00:00Z'));
  });
});

describe('recipients of events', () => {
  it('an endpoint receives the types that it subscribes to, starting with its registration', () => {
    expect(isDeliveredTo(endpoint(), { type: 'order.created', atMs: 1000 })).toBe(true);
    expect(isDeliveredTo(endpoint(), { type: 'order.created', atMs: 999 })).toBe(false);
    expect(isDeliveredTo(endpoint(), { type: 'order.expired', atMs: 2000 })).toBe(false);
    expect(isDeliveredTo(endpoint({ status: 'disabled' }), { type: 'order.created', atMs: 2000 })).toBe(false);
  });

  it('a filter lets items through that match both of its lists', () => {
    const ticket = { itemType: 'TICKET', productId: 'evt_1' } as const;
    const passes = (
      filter: Parameters<typeof isInEventFilter>[0],
      item: Parameters<typeof isInEventFilter>[1] = ticket,
    ) => isInEventFilter(filter, item);
    expect([passes(undefined), passes({})]).toEqual([true, true]);
    expect([passes({ itemTypes: ['TICKET'] }), passes({ itemTypes: ['GIFTCARD'] })]).toEqual([true, false]);
    expect([passes({ productIds: ['evt_1'] }), passes({ productIds: ['evt_2'] })]).toEqual([true, false]);
    expect(passes({ itemTypes: ['TICKET'], productIds: ['evt_2'] })).toBe(false);
    expect(passes({ itemTypes: ['GIFTCARD'], productIds: ['evt_1'] })).toBe(false);
    expect(passes({ productIds: ['evt_1'] }, { ...ticket, productId: null })).toBe(false);
  });

  it('ids are derived from the things that they identify', () => {
    expect(orderEventId('po_1', 1)).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(orderEventId('po_1', 1)).toBe(orderEventId('po_1', 1));
    expect(orderEventId('po_1', 11)).not.toBe(orderEventId('po_11', 1));
    expect(deliveryId('evt_1', 'wh_1')).toMatch(/^whd_[0-9a-f]{32}$/);
    expect(endpointId(2, 'a') > endpointId(1, 'b')).toBe(true);
    expect(endpointId(Date.now(), 'a')).toMatch(/^wh_[0-9a-f]{32}$/);
  });

  it('an endpoint is disabled only after five days of failure', () => {
    const days = (count: number) => count * 86_400_000;
    expect(hasFailedTooLong({ status: 'enabled', failingSinceMs: 0 }, days(5))).toBe(true);
    expect(hasFailedTooLong({ status: 'enabled', failingSinceMs: 0 }, days(5) - 1)).toBe(false);
    expect(hasFailedTooLong({ status: 'enabled' }, days(50))).toBe(false);
    expect(hasFailedTooLong({ status: 'disabled', failingSinceMs: 0 }, days(50))).toBe(false);
  });
});

describe('signing secrets', () => {
  const before = process.env['APP_SECRET'];
  beforeAll(() => {
    process.env['APP_SECRET'] = '11'.repeat(32);
  });
  afterAll(() => {
    process.env['APP_SECRET'] = before;
  });

  it('are sealed for one endpoint and one version', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const sealed = sealSecret('wh_1', 1, secret);
    expect(sealed.sealed).not.toContain(secret.slice(6));
    expect(openSecret('wh_1', sealed)).toBe(secret);
    expect(() => openSecret('wh_2', sealed)).toThrow('authenticate');
    expect(() => openSecret('wh_1', { ...sealed, version: 2 })).toThrow('authenticate');
  });

  it('sign newest first until the overlap ends', () => {
    const rotated = endpoint({
      secret: sealSecret('wh_1', 2, 'whsec_new'),
      previousSecret: { ...sealSecret('wh_1', 1, 'whsec_old'), expiresAtMs: 5000 },
    });
    expect(liveSecrets(rotated, 4999)).toEqual({ version: 2, secrets: ['whsec_new', 'whsec_old'] });
    expect(liveSecrets(rotated, 5000)).toEqual({ version: 2, secrets: ['whsec_new'] });
  });
});

describe('queued deliveries of a closed endpoint', () => {
  it('fail if the service disabled it, and are cancelled if the company disabled or deleted it', () => {
    const disabled = (disabledReason: 'request' | 'failing' | 'gone') =>
      statusOfClosedEndpoint({ status: 'disabled', disabledReason });
    expect([disabled('failing'), disabled('gone')]).toEqual(['failed', 'failed']);
    expect([disabled('request'), statusOfClosedEndpoint(undefined)]).toEqual(['cancelled', 'cancelled']);
    expect(statusOfClosedEndpoint({ status: 'enabled' })).toBeUndefined();
  });
});
