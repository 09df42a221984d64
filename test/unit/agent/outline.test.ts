import { describe, expect, it } from 'vitest';
import { compactInput, outline } from '../../../functions/agents/outline.ts';
import type { JsonSchema } from '../../../functions/pipeline/json-schema.ts';

const text = { type: 'string' } as const;
const object = (properties: object, more: object = {}): JsonSchema =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  }) as JsonSchema;

describe('the outline of a response schema', () => {
  const nested = object({ id: text, line: object({ name: text, price: object({ amount: { type: 'integer' } }) }) });

  it('is the complete schema if it fits', () => {
    expect(outline(nested, 1000)).toEqual(nested);
  });

  it('ends a level higher if it is too long, and keeps the types of the omitted members', () => {
    const higher = object({ id: text, line: object({ name: text, price: { type: 'object' } }) });
    expect(outline(nested, JSON.stringify(higher).length)).toEqual(higher);
    expect(outline(nested, 10)).toEqual(object({ id: text, line: { type: 'object' } }));
  });

  it('omits descriptive keywords, but not members with the same names', () => {
    const schema = object({ description: { ...text, description: 'In words', maxLength: 9 }, pattern: text });
    expect(outline(schema, 1000)).toEqual(object({ description: text, pattern: text }));
  });

  it('merges several variants into their common members', () => {
    const kinds = {
      oneOf: [object({ type: { const: 'a' }, x: text }), object({ type: { const: 'b' }, x: text, y: text })],
    };
    expect(outline(kinds as JsonSchema, 10)).toEqual({
      type: 'object',
      properties: { type: { enum: ['a', 'b'] }, x: text },
      required: ['type', 'x'],
    });
  });

  it('merges a nullable type into a list of types', () => {
    expect(outline(object({ note: { anyOf: [text, { type: 'null' }] } }), 1000)).toEqual(
      object({ note: { type: ['string', 'null'] } }),
    );
  });

  it('lists the first members of a response that has many, and accepts the others', () => {
    const names = Array.from({ length: 100 }, (_, at) => `member_${at}`);
    const wide = { ...object(Object.fromEntries(names.map((name) => [name, text]))), required: names };
    const short = outline(wide as JsonSchema);
    expect(JSON.stringify(short).length).toBeLessThanOrEqual(900);
    expect(Object.keys(short.properties ?? {}).slice(0, 2)).toEqual(['member_0', 'member_1']);
    expect(short.required).toEqual(Object.keys(short.properties ?? {}));
    expect(short).not.toHaveProperty('additionalProperties');
  });
});

describe('the schema of arguments', () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

  it('leaves null out of the schema of an optional argument', () => {
    const schema = object({ must: orNull(text), may: orNull(text) }, { required: ['must'] });
    expect(compactInput(schema)).toEqual(object({ must: orNull(text), may: text }, { required: ['must'] }));
  });

  it('keeps the description of an optional argument, and shortens the schemas of its nested arguments', () => {
    const inner = object({ code: { type: 'string', format: 'email', pattern: 'x' } });
    const schema = object({ buyer: { ...orNull(inner), description: 'Who buys' } }, { required: [] });
    expect(compactInput(schema)).toEqual(
      object(
        { buyer: { ...object({ code: { type: 'string', format: 'email' } }), description: 'Who buys' } },
        { required: [] },
      ),
    );
  });
});
