import { OWN_SETTINGS } from '../../../domain/administration/companies/present-settings.ts';
import { companySchema } from '../../../domain/company/settings/company-schema.ts';
import { jsonSchemaOf, type JsonSchema } from '../../../pipeline/json-schema.ts';

/** Any member may be absent from a merge patch, except within lists, which are replaced. */
const patchOf = ({ required: _required, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.anyOf ? { anyOf: schema.anyOf.map(patchOf) } : {}),
  ...(schema.properties ? { properties: patchesOf(schema.properties) } : {}),
  ...(typeof schema.additionalProperties === 'object'
    ? { additionalProperties: patchOf(schema.additionalProperties) }
    : {}),
});

type Members = NonNullable<JsonSchema['properties']>;

const patchesOf = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, typeof member === 'object' ? patchOf(member) : member]),
  );

/** The members that a company may change, by the schema of operator data, which checks the changed company. */
export const settingsPatch = (): Members => {
  const { properties = {} } = jsonSchemaOf(companySchema, 'input');
  return patchesOf(Object.fromEntries(Object.entries(properties).filter(([name]) => OWN_SETTINGS.has(name))));
};
