import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { DESCRIPTION_MAX_CHARACTERS } from '../../../functions/agents/descriptions.ts';
import { agentRoute } from '../../../functions/agents/routes.ts';
import { isConfirmationRequired } from '../../../functions/agents/schemas.ts';
import { tools, type Tool } from '../../../functions/agents/tool.ts';
import { TOOLSETS } from '../../../functions/agents/tool-row.ts';
import { toolRows } from '../../../functions/agents/tools.ts';
import { jsonSchemaOf, pathNames } from '../../../functions/pipeline/json-schema.ts';
import type { Binding } from '../../../functions/pipeline/route.ts';
import { routes } from '../../../functions/routes.ts';
import { toolNames } from '../../support/tool-names.ts';

const CHARACTERS_PER_TOKEN = 4;
const TOOLSET_MAX_TOKENS = 8_000;
const ALL_MAX_TOKENS = 36_000;

const shown = ({ name, title, description, annotations, input, output }: Tool) => ({
  name,
  title,
  description,
  annotations,
  inputSchema: input(),
  outputSchema: output(),
});
const tokens = (listed: readonly Tool[]): number => JSON.stringify(listed.map(shown)).length / CHARACTERS_PER_TOKEN;
const each = tools().map((tool) => [tool.name, tool] as const);

/** Every subschema that describes an object by its members. */
const objectsIn = (schema: unknown): Record<string, unknown>[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return 'properties' in schema && 'type' in schema ? [schema as Record<string, unknown>, ...inner] : inner;
};

describe('the list of tools', () => {
  it('has the documented names, in the documented order, for all routes that exist', () => {
    const names = toolRows.map(({ name }) => name);
    expect(names).toEqual(toolNames.filter((name) => (names as string[]).includes(name)));
    expect(new Set(names).size).toBe(names.length);
  });

  it(`costs at most ${TOOLSET_MAX_TOKENS} tokens per set, and ${ALL_MAX_TOKENS} in total`, () => {
    for (const set of TOOLSETS) {
      const inSet = tools().filter(({ toolset }) => toolset === set);
      expect(tokens(inSet), set).toBeLessThanOrEqual(TOOLSET_MAX_TOKENS);
    }
    expect(tokens(tools())).toBeLessThanOrEqual(ALL_MAX_TOKENS);
  });

  it('is the same every time', () => {
    expect(JSON.stringify(tools().map(shown))).toBe(JSON.stringify(tools().map(shown)));
    expect(tools().map(({ name }) => name)).toEqual(toolRows.map(({ name }) => name));
  });
});

/** A permission to write rows includes the permission to read them and the lists of a company. */
const isMoreThanWriting = (use: Binding): boolean => use !== 'table:read' && !/^(index:ix|rows:)/.test(use);

describe.each(each)('%s', (_, tool) => {
  const { row } = tool;

  it('has an existing route, and the handler of that route', async () => {
    expect(routes).toContain(row.route);
    const own = (await import(pathToFileURL(resolve(row.route.entry)).href)) as { handler: unknown };
    expect((await row.handler()).handler).toBe(own.handler);
  });

  it('uses no resource for which the agent server has no grant', () => {
    expect(agentRoute.uses).toEqual(expect.arrayContaining(row.route.uses.filter(isMoreThanWriting)));
  });

  it('has a description without HTTP terms', () => {
    expect(tool.title.length).toBeGreaterThan(10);
    expect(tool.description.length).toBeGreaterThan(20);
    expect(tool.description.length).toBeLessThanOrEqual(DESCRIPTION_MAX_CHARACTERS);
    expect(tool.description).toMatch(/[.!?]$/);
    expect(tool.description).not.toMatch(
      /X-Request|Idempotency-Key|Content-Language|\/v2\/|query string|\b(404|422|429)\b/,
    );
  });

  it('has schemas that are valid JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false });
    for (const schema of [tool.input(), tool.output()]) {
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
      ajv.compile(schema);
    }
  });

  it('has closed argument objects, and uses no name twice in path, query, body and controls', () => {
    const input = tool.input();
    for (const object of objectsIn(input)) expect(object['additionalProperties']).toBe(false);
    const body = row.route.body ? Object.keys(jsonSchemaOf(row.route.body, 'input').properties ?? {}) : [];
    const query = row.route.query ? Object.keys(jsonSchemaOf(row.route.query, 'input').properties ?? {}) : [];
    const own = ['company', 'if_match', 'idempotency_key', 'confirm'];
    const places = [...pathNames(row.route.path), ...body, ...query.filter((name) => name !== 'company'), ...own];
    expect(places.filter((name, at) => places.indexOf(name) !== at)).toEqual([]);
  });

  it('accepts company; a write also requires a key and accepts confirm', () => {
    const { properties = {}, required = [] } = tool.input();
    expect('company' in properties).toBe(tool.name !== 'account_get');
    expect('idempotency_key' in properties).toBe(Boolean(row.route.writes));
    expect(required.includes('idempotency_key')).toBe(Boolean(row.route.writes));
    expect('confirm' in properties).toBe(Boolean(row.route.writes));
    expect(required).not.toContain('confirm');
  });

  it('accepts an error in its output schema, and no other value that is not a result', () => {
    const check = new Ajv2020({ strict: false }).compile(tool.output());
    expect(check({ error: { code: 'not_found', message: 'No such item.' } })).toBe(true);
    expect(check({ surprise: true })).toBe(false);
  });

  it('has correct hints: reads are read-only, changes are idempotent, removals are destructive', () => {
    const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
    expect(readOnlyHint).toBe(!row.route.writes);
    expect(idempotentHint).toBe(true);
    if (readOnlyHint || !isConfirmationRequired(row)) expect(destructiveHint).toBe(false);
  });
});

describe('the grants of the agent server', () => {
  it('are exactly those of its tools', () => {
    const used = new Set(toolRows.flatMap(({ route }) => route.uses.filter(isMoreThanWriting)));
    // A bundle with all operations includes the removal of uploads, which none of these routes calls.
    expect(new Set(agentRoute.uses)).toEqual(new Set([...used, 'objects:delete']));
  });

  it('tools that take value or an item away are destructive, even if they create a record', () => {
    const destructive = tools().filter(({ annotations }) => annotations.destructiveHint);
    expect(destructive.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'commerce_refund_order',
        'items_claim',
        'items_refund',
        'items_cancel',
        'commerce_add_gift_card',
        'items_redeem',
        'items_replace',
      ]),
    );
  });
});
