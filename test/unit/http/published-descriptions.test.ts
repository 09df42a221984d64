import { describe, expect, it } from 'vitest';
import { apiDocument, legacyDocument } from '../../../functions/api/docs/openapi/document.ts';
import { TAGS } from '../../../functions/api/docs/openapi/glossary/tags.ts';
import {
  describeMembers,
  IS_AMOUNT,
  IS_FLAG,
  memberKindOf,
} from '../../../functions/api/docs/openapi/refine/describe.ts';
import { isNode, visit, type Node } from '../../../functions/api/docs/openapi/refine/tree.ts';

const ADDRESS = 'https://api.example.com';
const documents = [apiDocument(ADDRESS), legacyDocument(ADDRESS)];

/** Members of schemas, with their name and description. */
const membersOf = (published: unknown): { name: string; schema: Node; words: string }[] => {
  const found: { name: string; schema: Node; words: string }[] = [];
  visit(published, ({ properties }) => {
    if (!isNode(properties)) return;
    for (const [name, schema] of Object.entries(properties)) {
      if (isNode(schema) && typeof schema['description'] === 'string')
        found.push({ name, schema, words: schema['description'] });
    }
  });
  return found;
};

const members = documents.flatMap(membersOf);

describe('the description of a member fits its value', () => {
  it('descriptions of flags begin with Whether', () => {
    const flags = members.filter(({ schema }) => memberKindOf(schema) === 'boolean');
    expect(flags.length).toBeGreaterThan(20);
    expect(flags.filter(({ words }) => !IS_FLAG.test(words)).map(({ name, words }) => `${name}: ${words}`)).toEqual([]);
  });

  it('an amount is a number', () => {
    const others = members.filter(({ schema }) => ['boolean', 'object', 'list', 'text'].includes(memberKindOf(schema)));
    expect(others.filter(({ words }) => IS_AMOUNT.test(words)).map(({ name, words }) => `${name}: ${words}`)).toEqual(
      [],
    );
  });

  it('the fees of a refund are a choice, those of an order an amount, and the need for an address is a flag', () => {
    const schema = {
      properties: {
        fees: { type: 'boolean' } as Node,
        amounts: { type: 'object', properties: { fees: { type: 'integer' } as Node } },
        requires: { type: 'object', properties: { address: { type: 'boolean' } as Node } },
      },
    };
    describeMembers('', schema);
    const { fees, amounts, requires } = schema.properties;
    expect(fees['description']).toBe('Whether the fees that are left are refunded.');
    expect(amounts.properties.fees['description']).toBe('Fees, in the smallest unit.');
    expect(requires.properties.address['description']).toBe('Whether the ticket needs an address.');
  });

  it('every tag is described', () => {
    const tags = documents.flatMap((document) => (document.tags ?? []).map(({ name }) => name));
    expect([...new Set(tags)].toSorted()).toEqual(Object.keys(TAGS).toSorted());
  });
});

it('no object of the documents has only constant members, because generators turn it into a value', () => {
  const constant: string[] = [];
  visit(documents, ({ properties }) => {
    const held = isNode(properties) ? Object.values(properties).filter(isNode) : [];
    if (held.length > 0 && held.every((member) => 'const' in member))
      constant.push(Object.keys(properties as Node).join());
  });
  expect(constant).toEqual([]);
});
