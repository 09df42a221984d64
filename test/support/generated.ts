import fc from 'fast-check';
import * as z from 'zod/mini';
import { expect } from 'vitest';
import { anyCharacter } from './any-character.ts';
import type { RunningStack } from './stack.ts';

/** Number of generated requests; `GENERATED_REQUESTS=5000` for a long run. */
export const REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? 300);
const CONCURRENT_REQUESTS = 8;
export const LIMIT_MS = 600_000;

const errorReply = z.strictObject({
  error: z.strictObject({
    code: z.string().check(z.minLength(1)),
    message: z.string().check(z.minLength(1)),
    fields: z.optional(z.record(z.string(), z.array(z.string().check(z.minLength(1))))),
  }),
});

/** Values that no partner sends intentionally. */
export const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '\u0000', '__proto__', "'; --", '😀'.repeat(300), -1, 0, 1e308, 2 ** 53, 1.5, null, [], {}),
  fc.string({ unit: anyCharacter }),
);
/** Mostly valid values, sometimes hostile ones. */
export const mostlyValid = <T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: valid as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostile });
export const optionally = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { nil: undefined });

export const queries = (names: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(Object.fromEntries(Object.entries(names).map(([name, values]) => [name, optionally(mostlyValid(values))])));

/** A value in a URL, as JSON if it is not a string, because not every object can be converted to one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

export const queryText = (query: Record<string, unknown>): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.append(name, textOf(value));
  }
  return text.toString();
};

/**
 * Sends generated requests. Checks that responses match the schema of success or of errors, and that none is a 5xx. The
 * clock advances so that rate limits refill.
 */
export const sendAll = async <T>(
  stack: RunningStack,
  requests: fc.Arbitrary<T>,
  send: (request: T) => Promise<{ status: number; body: unknown }>,
  success: z.ZodMiniType,
): Promise<Map<number, number>> => {
  const statuses = new Map<number, number>();
  const waiting = fc.sample(requests, REQUESTS);
  const judge = async (request: T): Promise<void> => {
    const { status, body } = await send(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const requestText = JSON.stringify(request);
    expect(status, requestText).toBeLessThan(500);
    const issues = z.safeParse(status < 300 ? success : errorReply, body).error?.issues;
    expect(issues, `${status} ${requestText}`).toBeUndefined();
  };
  for (let at = 0; at < waiting.length; at += CONCURRENT_REQUESTS) {
    if (at % 200 === 0) await stack.advance(61);
    await Promise.all(waiting.slice(at, at + CONCURRENT_REQUESTS).map(judge));
  }
  return statuses;
};
