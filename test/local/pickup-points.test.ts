import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogReplies } from '../../functions/api/catalog/replies.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { AGENCY, NO_SCOPES, OTHER, seed, SHOP } from '../support/catalog-seed.ts';

interface Body {
  data: { id: string; distance_metres: number }[];
  has_more: boolean;
  next_cursor: null;
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const lookup = (query = '?country=DK&postcode=8000', key = SHOP) =>
  stack.get<Body>(`/v2/pickup-points${query}`, { key });

describe('GET /v2/pickup-points', () => {
  test('lists the points of the courier near a postcode, nearest first, on one page', async () => {
    const { status, body } = await lookup();
    expect(status).toBe(200);
    expect(z.safeParse(catalogReplies.PickupPointList, body).error).toBeUndefined();
    expect(body.data.length).toBeGreaterThan(0);
    const distances = body.data.map((point) => point.distance_metres);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect((await lookup('?country=dk&postcode=80%2000')).body.data).toEqual(body.data);
  });

  test.each([
    ['?postcode=8000', ['country']],
    ['?country=Denmark&postcode=8000', ['country']],
    ['?country=DK', ['postcode']],
    ['?country=DK&postcode=', ['postcode']],
    ['?country=DK&postcode=%3Cscript%3E', ['postcode']],
    ['', ['country', 'postcode']],
  ])('rejects %s', async (query, fields) => {
    const { status, body } = await lookup(query);
    expect(status).toBe(422);
    expect(Object.keys(body.error.fields ?? {})).toEqual(fields);
  });

  test('returns no points for a place that the courier does not know', async () => {
    expect((await lookup('?country=BR&postcode=8000')).body).toMatchObject({
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  test.each(['unavailable', 'timeout', 'throttle', 'after-commit'])(
    'reports the courier as unavailable instead of an empty list when it is %s',
    async (mode) => {
      await stack.fault('courier', mode);
      const { status, headers, body } = await lookup();
      expect(status).toBe(503);
      expect(body.error.code).toBe('pickup_lookup_unavailable');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await lookup()).status).toBe(200);
    },
  );

  test('requires catalog:read', async () => {
    expect((await lookup(undefined, NO_SCOPES)).body.error.code).toBe('insufficient_scope');
  });

  test('limits a company to 60 lookups a minute across keys, without affecting other companies', async () => {
    await stack.advance(61);
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await lookup()).status));
    expect(statuses).toEqual(Array.from({ length: 60 }, () => 200));
    const { status, headers, body } = await lookup('?company=shop&country=DK&postcode=8000', AGENCY);
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'rate_limited' });
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await lookup(undefined, OTHER)).status).toBe(200);
    await stack.advance(wait);
    expect((await lookup()).status).toBe(200);
  });

  test('makes at most two sequential table calls', async () => {
    await stack.advance(61);
    await lookup();
    await stack.resetUsage();
    await lookup();
    expect((await stack.usage())['list-pickup-points']).toMatchObject({ calls: 2 });
  });
});
