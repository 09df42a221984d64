import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { jsonBody, splitCompany, validBody } from '../../functions/pipeline/parse.ts';
import { routes } from '../../functions/routes.ts';
import { ApiError } from '../../functions/platform/errors.ts';
import type { Route } from '../../functions/pipeline/route.ts';
import { hashInput } from '../../functions/storage/idempotency.ts';

/** Milliseconds of this thread's CPU time, independent of other processes. */
const costOf = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

const judge = (route: Route, body: string): void => {
  const headers = { 'content-type': 'application/json' };
  const event = { headers, body, isBase64Encoded: false } as unknown as APIGatewayProxyEventV2;
  try {
    validBody(route, splitCompany(route, jsonBody(event)).input);
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return;
    throw error;
  }
  throw new Error(`${route.name} accepts this body`);
};

/** Other processes slow down single runs, so the fastest of several counts. One run below the limit is enough. */
const fastest = (work: () => void, enough = 0): number => {
  let least = Infinity;
  for (let run = 0; run < 4 && least > enough; run++) least = Math.min(least, costOf(work));
  return least;
};

const TEXT = 'x'.repeat(3_500_000);
const BODIES: [string, string][] = [
  [
    '150,000 unknown fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`f${at}`, 1]))),
  ],
  ['a text of 3.5 MB under a known name', JSON.stringify({ locale: TEXT })],
  ['an address of 3.5 MB', JSON.stringify({ email: `${'a.'.repeat(1_700_000)}@` })],
  ['a name of 3.5 MB', JSON.stringify({ [TEXT]: 1 })],
  ['300,000 empty lines', JSON.stringify({ items: Array.from({ length: 300_000 }, () => ({})) })],
  ['a deep list', `${'['.repeat(60)}${Array.from({ length: 200_000 }, () => 1).join()}${']'.repeat(60)}`],
];

/** One route for each kind of body: large, with lists, small, optional, none. */
const NAMES = ['create-order', 'create-quote', 'create-api-key', 'refund-order', 'create-checkout-session'];
const writing = routes.filter(({ name }) => NAMES.includes(name));

/** Quadratic work takes thousands of times as long as parsing; linear work three or four times. */
const READINGS_MAX = 20;
const [[, LONGEST] = ['', '']] = BODIES;

describe('a huge body', () => {
  test.each(BODIES)(
    'of %s costs every route at most a few times as much as parsing 150,000 fields',
    (_, body) => {
      expect(writing).toHaveLength(NAMES.length);
      const reading = fastest(() => JSON.parse(LONGEST));
      for (const route of writing) {
        const cost = fastest(() => judge(route, body), reading * READINGS_MAX * 0.9);
        expect([route.name, cost / reading < READINGS_MAX]).toEqual([route.name, true]);
      }
    },
    120_000,
  );

  test('has the same hash for any order of its members', () => {
    const one = { b: 1, a: { d: [1, { f: 1, e: 2 }], c: null }, 10: 'x', 9: 'y' };
    const other = { 9: 'y', 10: 'x', a: { c: null, d: [1, { e: 2, f: 1 }] }, b: 1 };
    expect(hashInput(one)).toBe(hashInput(other));
    expect(hashInput(JSON.parse('{"__proto__": {"a": 1}}'))).not.toBe(hashInput({}));
  });
});
