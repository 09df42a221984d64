import fc from 'fast-check';
import * as zod from 'zod';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { templateBody } from '../../../functions/domain/company/settings/template-schema.ts';
import { validate } from '../../../functions/pipeline/parse.ts';
import { routes } from '../../../functions/routes.ts';
import { ApiError } from '../../../functions/platform/errors.ts';
import { libraryMessages } from '../../support/conformance.ts';
import { requestsTo } from '../../attack/requests.ts';

/** Other modules may configure the schema library's messages; none of them may reach a caller. */
zod.config(zod.locales.en());

/** Seeded, so that runs are reproducible. */
const SEED = 11;
const RUNS = 12;

type Schema = Parameters<typeof validate>[0];

/** Messages about an invalid value. */
const messagesOf = (schema: Schema, value: unknown): string[] => {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return libraryMessages({ error: { message: error.message, fields: error.fields ?? {} } });
  }
};

/** A field of a template, with changes by a test. */
const layoutOf = (more: object) => ({ field: 'code', page: 1, x: 0, y: 0, width: 10, height: 10, ...more });

const sentencesOf = (schema: Schema, value: unknown): string[] => {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    return error instanceof ApiError ? Object.values(error.fields ?? {}).flat() : [];
  }
};

const WRONG = [
  null,
  true,
  7,
  1.5,
  -1,
  1e30,
  '',
  ' ',
  'x',
  'x'.repeat(5000),
  [],
  [null],
  [[]],
  {},
  { x: 1 },
  { type: 'x' },
];

describe('messages of faults', () => {
  it.each([
    [templateBody(), { name: 'n', layout: [layoutOf({ width: 0 })] }, 'This must be greater than 0.'],
    [z.number().check(z.gte(0)), -1, 'This must be at least 0.'],
    [z.number().check(z.lt(5)), 5, 'This must be less than 5.'],
    [z.number().check(z.lte(5)), 6, 'This must be at most 5.'],
  ])('state a bound unchanged, inclusive or exclusive', (schema, value, sentence) => {
    expect(sentencesOf(schema, value)).toEqual([sentence]);
  });

  const described = routes.filter(({ body, query, access }) => (body ?? query) !== undefined && access !== 'public');

  it.each(described.map((route) => [route.name, route] as const))(
    'in a request to %s are our own sentences for every error',
    (_, route) => {
      const bare = new Set<string>();
      const read = (schema: Schema | undefined, value: unknown): void => {
        if (schema) for (const sentence of messagesOf(schema, value)) bare.add(sentence);
      };
      for (const plan of fc.sample(requestsTo(route), { numRuns: RUNS, seed: SEED })) {
        read(route.body, plan.body);
        read(route.query, plan.query);
        if (typeof plan.body !== 'object' || plan.body === null) continue;
        for (const name of Object.keys(plan.body).slice(0, 20)) {
          for (const wrong of WRONG) read(route.body, { ...plan.body, [name]: wrong });
        }
      }
      expect([...bare]).toEqual([]);
    },
  );
});
