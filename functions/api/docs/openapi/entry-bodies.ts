import { OWN_SETTINGS } from '../../../domain/administration/companies/present-settings.ts';
import { eventSchema, experienceSchema, specialOfferSchema } from '../../../domain/catalog/products/product-schema.ts';
import { companySchema } from '../../../domain/company/settings/company-schema.ts';
import { jsonSchemaOf, type JsonSchema } from '../../../pipeline/json-schema.ts';
import type { Route } from '../../../pipeline/route.ts';
import { updateCompanySettingsRoute } from '../../companies/routes.ts';
import {
  createManagedProduct,
  replaceCategories,
  updateGiftCard,
  updateManagedProduct,
} from '../../managed-catalog/routes.ts';

type Members = NonNullable<JsonSchema['properties']>;

/** In a merge patch every member is optional, except within lists, which are replaced as a whole. */
const patchOf = ({ required: _required, default: _default, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.anyOf ? { anyOf: schema.anyOf.map(patchOf) } : {}),
  ...(schema.properties ? { properties: patchesOf(schema.properties) } : {}),
  ...(typeof schema.additionalProperties === 'object'
    ? { additionalProperties: patchOf(schema.additionalProperties) }
    : {}),
});

const patchesOf = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, typeof member === 'object' ? patchOf(member) : member]),
  );

/** The members of a company in operator data, with their schemas. */
const companyMembers = (): Members => jsonSchemaOf(companySchema, 'input').properties ?? {};

/** The members that a company may change. */
const settingsPatch = (): JsonSchema => ({
  ...OBJECT,
  properties: patchesOf(
    Object.fromEntries(Object.entries(companyMembers()).filter(([name]) => OWN_SETTINGS.has(name))),
  ),
});

const OBJECT = { type: 'object', additionalProperties: false } as const;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Returns X of a schema that accepts X or null. */
const withoutNull = (schema: unknown): JsonSchema =>
  (isSchema(schema) ? schema.anyOf?.find(({ type }) => type !== 'null') : undefined) ?? {};

const giftCardPatch = (): JsonSchema => {
  const { properties } = patchOf(withoutNull(companyMembers()['gift_card']));
  return { ...OBJECT, properties: { ...properties, gift_card: { type: 'null' } } };
};

const categories = (): JsonSchema => ({
  ...OBJECT,
  properties: {
    categories: { ...withoutNull(companyMembers()['categories']), description: 'All categories of the company.' },
  },
  required: ['categories'],
});

const without = (schema: JsonSchema, ...names: string[]): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))),
  required: (schema.required ?? []).filter((name) => !names.includes(name)),
});

const optionOf = ({ properties = {} }: JsonSchema): JsonSchema => {
  const { options } = properties;
  return isSchema(options) && isSchema(options.items) ? options.items : {};
};

const withOptions = (schema: JsonSchema, items: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, options: { type: 'array', items } },
});

/** The id is optional, because the service assigns one if it is absent. */
const optionalId = ({ required = [], ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  required: required.filter((name) => name !== 'id'),
});

const newProduct = (schema: JsonSchema): JsonSchema =>
  withOptions(optionalId(without(schema, 'company')), optionalId(optionOf(schema)));

const REMOVED = 'Only true, with nothing but `id`: removes the option from sale permanently.';

/** Options are merged by id and can be removed. */
const productPatch = (schema: JsonSchema): JsonSchema => {
  const option = patchOf(optionOf(schema));
  return withOptions(patchOf(without(schema, 'company', 'id')), {
    ...option,
    properties: { ...option.properties, removed: { const: true, description: REMOVED } },
  });
};

/** One alternative for each product family that the path can contain. */
const ofEachFamily = (form: (schema: JsonSchema) => JsonSchema): JsonSchema => ({
  anyOf: Object.entries({ Experience: experienceSchema, Event: eventSchema, SpecialOffer: specialOfferSchema }).map(
    ([title, schema]) => ({ title, ...form(jsonSchemaOf(schema, 'input')) }),
  ),
});

/**
 * Bodies with members of operator data, by route. The schemas of these routes accept any values, because the domain
 * validates the whole entry after the change.
 */
export const ENTRY_BODIES: Readonly<Record<Route['name'], () => JsonSchema>> = {
  [updateCompanySettingsRoute.name]: settingsPatch,
  [createManagedProduct.name]: () => ofEachFamily(newProduct),
  [updateManagedProduct.name]: () => ofEachFamily(productPatch),
  [updateGiftCard.name]: giftCardPatch,
  [replaceCategories.name]: categories,
};
