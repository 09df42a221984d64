import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from '../../../functions/pipeline/field-errors.ts';
import { englishOf } from '../../../functions/platform/errors.ts';
import { PARSING } from '../../../functions/platform/parse-issues.ts';

const faults = (schema: z.ZodMiniType, body: unknown) => {
  const { fields, unnamed } = fieldErrorsOf(z.safeParse(schema, body, PARSING).error?.issues ?? []);
  return { fields: englishOf(fields), unnamed };
};

describe('the field errors of a body', () => {
  it('name each field once, with its first error', () => {
    const schema = z.strictObject({
      country: z
        .string()
        .check(z.length(2, 'This must have 2 characters.'), z.regex(/^[A-Z]{2}$/, 'Use capital letters.')),
      name: z.string().check(z.minLength(1, 'This must have 1 character.')),
    });
    expect(faults(schema, { country: 'dnk', name: '', more: 1 })).toEqual({
      fields: {
        country: ['This must have 2 characters.'],
        name: ['This must have 1 character.'],
        more: ['This field is not known here.'],
      },
      unnamed: 0,
    });
  });

  it('are at most twenty, and the others are counted', () => {
    const body = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`m${at}`, at]));
    const { fields, unnamed } = faults(z.strictObject({}), body);
    expect([Object.keys(fields).length, unnamed]).toEqual([20, 5]);
  });

  it('above twenty are counted by field, even if a field has several', () => {
    const twice = z
      .string()
      .check(z.length(2, 'This must have 2 characters.'), z.regex(/^[A-Z]{2}$/, 'Use capital letters.'));
    const body = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`m${at}`, 'xyz']));
    const schema = z.strictObject(Object.fromEntries(Object.keys(body).map((name) => [name, twice])));
    const { fields, unnamed } = faults(schema, body);
    expect([Object.keys(fields).length, unnamed]).toEqual([20, 5]);
  });
});
