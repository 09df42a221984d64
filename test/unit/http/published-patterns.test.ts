import { RE2JS } from 're2js';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { inputSchemaOf, outputSchemaOf } from '../../../functions/agents/schemas.ts';
import { toolRows } from '../../../functions/agents/tools.ts';
import { apiDocument, legacyDocument } from '../../../functions/api/docs/openapi/document.ts';
import { EXAMPLES } from '../../../functions/api/docs/openapi/examples.ts';
import { visit } from '../../../functions/api/docs/openapi/refine/tree.ts';
import { eventTypes } from '../../../functions/api/webhooks/events/event-types.ts';
import { brandPatch } from '../../../functions/domain/company/settings/brand-schema.ts';
import { pickupPointsQuery } from '../../../functions/api/catalog/queries.ts';
import { jsonSchemaOf } from '../../../functions/pipeline/json-schema.ts';
import { keepPortablePatterns } from '../../../functions/pipeline/published-pattern.ts';

const ADDRESS = 'https://api.example.com';

const patternsIn = (published: unknown): string[] => {
  const results: string[] = [];
  visit(published, ({ pattern, patternProperties }) => {
    if (typeof pattern === 'string') results.push(pattern);
    results.push(...Object.keys((patternProperties ?? {}) as object));
  });
  return results;
};

/** RE2 supports Unicode properties, but the grammars of other hosts do not. */
const compiles = (pattern: string): boolean => {
  if (/\\p\{/i.test(pattern)) return false;
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
};

describe('every published pattern compiles with RE2', () => {
  it.each([
    // The OpenAPI document includes the webhooks.
    ['the OpenAPI document', () => apiDocument(ADDRESS)],
    ['the OpenAPI document of v1', () => legacyDocument(ADDRESS)],
    ['arguments of tools', () => toolRows.map(inputSchemaOf)],
    ['results of tools', () => toolRows.map(outputSchemaOf)],
    ['types of events', () => eventTypes().map(({ schema }) => schema)],
  ])('%s', (_, published) => {
    const patterns = patternsIn(published());
    expect(patterns.filter((pattern) => !compiles(pattern))).toEqual([]);
  });

  it('the documents and the tools publish patterns', () => {
    expect(patternsIn(apiDocument(ADDRESS)).length).toBeGreaterThan(50);
    expect(patternsIn(toolRows.map(inputSchemaOf)).length).toBeGreaterThan(5);
  });

  it.each([
    '^(?=.*a)b$',
    '^(?!a)b$',
    '(?<=a)b',
    '(?<!a)b',
    String.raw`^\p{L}$`,
    String.raw`^\P{L}$`,
    String.raw`(a)\1`,
  ])('%s is omitted', (pattern) => {
    const alone = { pattern };
    keepPortablePatterns(alone);
    expect(alone).toEqual({});
    const among = { type: 'string', allOf: [{ pattern }, { pattern: '^.{1,80}$' }] };
    keepPortablePatterns(among);
    expect(among).toEqual({ type: 'string', pattern: '^.{1,80}$' });
  });

  it('a time has no pattern', () => {
    const time = jsonSchemaOf(z.iso.datetime({ offset: true }), 'output');
    expect(time).toEqual({ type: 'string', format: 'date-time' });
    visit([apiDocument(ADDRESS), eventTypes(), EXAMPLES['list-event-types']], ({ format, pattern }) => {
      if (format === 'date-time') expect(pattern).toBeUndefined();
    });
  });

  it('routes still check the full rule', () => {
    const name = (text: string) => brandPatch().safeParse({ display_name: text }).success;
    expect([name('Nordlys'), name('Nord\u0007lys')]).toEqual([true, false]);
    const postcode = (text: string) => pickupPointsQuery.safeParse({ country: 'DK', postcode: text }).success;
    expect([postcode('2100'), postcode('KBH')]).toEqual([true, false]);
    expect(JSON.stringify(jsonSchemaOf(pickupPointsQuery, 'input'))).not.toContain('(?=');
  });
});
