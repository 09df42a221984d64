import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { operatorDataJsonSchema } from '../../../functions/domain/administration/operator-data/json-schema.ts';
import { DATA_SECTIONS } from '../../../functions/domain/administration/operator-data/schema.ts';

const demo = JSON.parse(readFileSync(new URL('../../../events/demo.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, unknown>[]
>;

describe('the JSON Schema of operator data', () => {
  const isValid = new Ajv2020({ strict: false }).compile(operatorDataJsonSchema());

  test('accepts the demo file, and defines every part of a file', () => {
    expect([isValid(demo), isValid.errors]).toEqual([true, null]);
    const { properties } = operatorDataJsonSchema() as { properties: object };
    expect(Object.keys(properties)).toEqual(Object.keys(DATA_SECTIONS));
  });

  test('refuses unknown members, missing ones and wrong types, at every level', () => {
    const [company] = demo['companies'] ?? [];
    const without = (member: string) =>
      Object.fromEntries(Object.entries(company ?? {}).filter(([name]) => name !== member));
    for (const file of [
      { nothing: [] },
      { companies: [{ ...company, colour: 'red' }] },
      { companies: [without('slug')] },
      { companies: [{ ...company, contract: { checkout: 'yes' } }] },
      { api_keys: [{ company: 'nordlys', label: 'x', scopes: ['no:such'] }] },
    ]) {
      expect(isValid(file)).toBe(false);
    }
    expect(isValid({})).toBe(true);
  });
});
