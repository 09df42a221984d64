import { describe, expect, it } from 'vitest';
import { apiDocument, legacyDocument } from '../../../functions/api/docs/openapi/document.ts';
import { TAGS } from '../../../functions/api/docs/openapi/glossary/tags.ts';
import {
  describeMembers,
  IS_AMOUNT,
  IS_FLAG,
  memberKindOf,
} from '../../../functions/api/docs/openapi/refine/describe.ts';
import { visit, type Node } from '../../../functions/api/docs/openapi/refine/tree.ts';
import { isObject } from '../../../functions/platform/is-object.ts';

const ADDRESS = 'https://api.example.com';
const documents = [apiDocument(ADDRESS), legacyDocument(ADDRESS)];

/** Members of schemas, with their name and description. */
const membersOf = (published: unknown): { name: string; schema: Node; words: string }[] => {
  const results: { name: string; schema: Node; words: string }[] = [];
  visit(published, ({ properties }) => {
    if (!isObject(properties)) return;
    for (const [name, schema] of Object.entries(properties)) {
      if (isObject(schema) && typeof schema['description'] === 'string')
        results.push({ name, schema, words: schema['description'] });
    }
  });
  return results;
};

const members = documents.flatMap(membersOf);

describe('the description of a member fits its value', () => {
  it('descriptions of flags begin with Whether', () => {
    const flags = members.filter(({ schema }) => memberKindOf(schema) === 'boolean');
    expect(flags.length).toBeGreaterThan(20);
    expect(flags.filter(({ words }) => !IS_FLAG.test(words)).map(({ name, words }) => `${name}: ${words}`)).toEqual([]);
  });

  it('an amount is a number', () => {
    const matches = members.filter(({ schema }) =>
      ['boolean', 'object', 'list', 'text'].includes(memberKindOf(schema)),
    );
    expect(matches.filter(({ words }) => IS_AMOUNT.test(words)).map(({ name, words }) => `${name}: ${words}`)).toEqual(
      [],
    );
  });

  it('describes the fees of a refund as a flag, those of an order as an amount, and a required address as a flag', () => {
    const schema = {
      properties: {
        fees: { type: 'boolean' } as Node,
        amounts: { type: 'object', properties: { fees: { type: 'integer' } as Node } },
        requires: { type: 'object', properties: { address: { type: 'boolean' } as Node } },
      },
    };
    describeMembers('', schema);
    const { fees, amounts, requires } = schema.properties;
    expect(fees['description']).toBe('Whether the remaining fees are refunded.');
    expect(amounts.properties.fees['description']).toBe('Fees, in the smallest unit.');
    expect(requires.properties.address['description']).toBe('Whether the ticket needs an address.');
  });

  it.each([
    ['Campaign', 'enabled', 'Whether it applies within its period.'],
    ['Campaign', 'amount_from', 'Minimum amount, in the smallest unit; null: any.'],
    ['DiscountCode', 'closes_at', 'End of its period; null: none.'],
    ['ItemSummary', 'blocked', 'Reason and time of the block; null if the item is not blocked.'],
    ['EventReport', 'blocked', 'Seats held by orders that are not paid yet.'],
    ['OrderRequest', 'items', 'Lines of the order.'],
    ['User', 'role', 'Role at the desk; null: no access to the desk.'],
    ['BrandAsset', 'role', 'Purpose of the picture.'],
    ['Redemption', 'captured_amount', 'Amount captured, a decimal.'],
    ['Payment', 'captured_amount', 'Amount captured, in the smallest unit.'],
    ['CompanySettings', 'delivery', 'Delivery methods that the company offers.'],
    ['WebhookEndpoint', 'created_at', 'When it was created. RFC 3339 with offset.'],
    ['Participant', 'created_at', "When it was created. YYYY-MM-DD HH:MM:SS in the company's time zone."],
  ])('%s.%s', (name, member, words) => {
    const schema = documents[0]?.components?.schemas?.[name] as { properties: Record<string, Node> };
    expect(schema.properties[member]?.['description']).toBe(words);
  });

  it.each([
    ['/v2/campaigns', 'post', 'opens_at', 'Start of its period; null: none.'],
    ['/v2/users', 'post', 'role', 'Role at the desk; null: no access to the desk.'],
    ['/v2/discount-codes', 'post', 'applies_to', 'What the code reduces: `goods` or `shipping`.'],
    ['/v2/discount-codes/batch', 'post', 'enabled', 'Whether it applies within its period.'],
    [
      '/v2/webhook-endpoints',
      'post',
      'filter',
      'Which item events the endpoint receives; other events are not filtered. Null: all.',
    ],
    ['/v2/redemptions', 'post', 'capture', 'Whether the value is taken immediately; false holds it.'],
    ['/v2/companies/{company_id}/accounts', 'put', 'vat', 'Accounts of VAT, by rate.'],
    ['/v2/companies/{company_id}/accounts', 'put', 'fees', 'Account of order and ticket fees, without VAT.'],
  ] as const)('the body of %s: %s %s', (path, method, member, words) => {
    const operation = documents[0]?.paths?.[path]?.[method];
    const body = operation?.requestBody as {
      content: Record<string, { schema: { properties: Record<string, Node> } }>;
    };
    expect(body.content['application/json']?.schema.properties[member]?.['description']).toBe(words);
  });

  it('the members of an error have the same description in every response', () => {
    const words = new Set<string>();
    visit(documents, ({ properties }) => {
      if (!isObject(properties) || !isObject(properties['fields']) || !isObject(properties['code'])) return;
      words.add(['code', 'message', 'fields'].map((name) => (properties[name] as Node)['description']).join(' '));
    });
    expect([...words]).toEqual(['Error code. Human-readable message. Messages by field; only with 422.']);
  });

  it('every tag is described', () => {
    const tags = documents.flatMap((document) => (document.tags ?? []).map(({ name }) => name));
    expect([...new Set(tags)].toSorted()).toEqual(Object.keys(TAGS).toSorted());
  });
});

it('no object of the documents has only constant members, because generators turn it into a value', () => {
  const constant: string[] = [];
  visit(documents, ({ properties }) => {
    const held = isObject(properties) ? Object.values(properties).filter(isObject) : [];
    if (held.length > 0 && held.every((member) => 'const' in member))
      constant.push(Object.keys(properties as Node).join());
  });
  expect(constant).toEqual([]);
});

interface Form {
  title: string;
  required?: string[];
  properties: Record<string, Node>;
}

const bodyOf = (path: string, method: 'patch' | 'post' | 'put'): { properties: Record<string, Node> } => {
  const body = documents[0]?.paths?.[path]?.[method]?.requestBody as {
    content: Record<string, { schema: { properties: Record<string, Node> } }>;
  };
  return body.content['application/json']?.schema ?? { properties: {} };
};

describe('the schema of a body', () => {
  it('has the types of settings, any of which a merge patch may leave out', () => {
    const { properties } = bodyOf('/v2/companies/{company_id}/settings', 'patch');
    expect(Object.entries(properties).filter(([, schema]) => memberKindOf(schema) === 'any')).toEqual([]);
    expect(properties['name']).toMatchObject({ type: 'string', maxLength: 500 });
    expect(properties['contract']).toBeUndefined();
    expect(properties['address']?.['anyOf']).toEqual([
      expect.not.objectContaining({ required: expect.anything() }),
      { type: 'null' },
    ]);
    // Lists are replaced as a whole.
    expect(JSON.stringify(properties['delivery'])).toContain('"required":["id","label","price_per_card"]');
  });

  it.each([
    ['post', ['name', 'options'], ['name', 'amount']],
    ['patch', undefined, undefined],
  ] as const)('has the types of the members of each family: %s of a product', (method, required, ofOption) => {
    const path = method === 'post' ? '/v2/catalog/{family}' : '/v2/catalog/{family}/{id}';
    const { anyOf } = bodyOf(path, method) as unknown as { anyOf: Form[] };
    expect(anyOf.map(({ title }) => title)).toEqual(['Experience', 'Event', 'SpecialOffer']);
    const { properties, ...experience } = anyOf[0] as Form;
    expect(Object.entries(properties).filter(([, schema]) => memberKindOf(schema) === 'any')).toEqual([]);
    expect(properties['name']).toMatchObject({ type: 'string', maxLength: 500 });
    expect(properties['published_from']?.['default']).toBe(method === 'post' ? null : undefined);
    expect('id' in properties).toBe(method === 'post');
    expect(experience.required).toEqual(required);
    const option = properties['options']?.['items'] as Form;
    expect([option.required, 'removed' in option.properties]).toEqual([ofOption, method === 'patch']);
    expect(properties['company']?.['description']).toMatch(/^The acting company/);
  });

  it('has the types of the value product and of categories', () => {
    const { properties } = bodyOf('/v2/catalog/gift-card', 'patch');
    expect(properties['maximum_amount']).toMatchObject({ type: 'integer', minimum: 0 });
    expect(properties['gift_card']).toMatchObject({ type: 'null' });
    const { categories } = bodyOf('/v2/catalog/categories', 'put').properties;
    expect(categories?.['items']).toMatchObject({ required: ['id', 'name'], properties: { id: { type: 'integer' } } });
  });

  it.each([
    ['/v2/campaigns/{id}', 'patch', ['enabled', 'public']],
    ['/v2/campaigns', 'post', ['enabled', 'public']],
    ['/v2/discount-codes/{code}', 'patch', ['enabled', 'applies_to']],
    ['/v2/discount-codes/batch', 'post', ['enabled', 'applies_to']],
  ] as const)('accepts null where that is the default: %s %s', (path, method, names) => {
    const { properties } = bodyOf(path, method);
    for (const name of names) {
      const { type, enum: choices = [null] } = properties[name] ?? {};
      expect([type, choices]).toEqual([expect.arrayContaining(['null']), expect.arrayContaining([null])]);
    }
  });

  it('does not refuse email addresses with a domain in another script', () => {
    const formats = new Set<unknown>();
    for (const document of documents) visit(document, ({ format }) => formats.add(format));
    expect(formats).toContain('date-time');
    expect(formats).not.toContain('email');
  });
});
