import * as z from 'zod/mini';
import { OWN_SETTINGS } from '../../domain/administration/companies/present-settings.ts';
import { ACCOUNT_NAMES } from '../../domain/company/settings/accounts-schema.ts';
import { namedMembers } from '../../platform/named-members.ts';

/** Members of operator data, which the domain checks. */
export const settingsBody = () =>
  namedMembers(z.unknown()).check(z.meta({ additionalProperties: false, properties: PUBLISHED }));

/** Description of such a body in the API document. */
const PUBLISHED = Object.fromEntries([...OWN_SETTINGS].map((name) => [name, {}]));

/** Account numbers, which the domain checks. */
export const accountsBody = () =>
  namedMembers(z.unknown()).check(
    z.meta({
      additionalProperties: false,
      properties: Object.fromEntries([...ACCOUNT_NAMES, 'revenue', 'vat'].map((name) => [name, {}])),
    }),
  );
