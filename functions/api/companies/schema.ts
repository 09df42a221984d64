import * as z from 'zod/mini';
import { OWN_SETTINGS } from '../../domain/administration/companies/present-settings.ts';
import { ACCOUNT_NAMES } from '../../domain/company/settings/accounts-schema.ts';
import { namedMembers } from '../../platform/named-members.ts';

/** Accepts members of operator data, which the domain validates. */
export const settingsBody = () =>
  namedMembers(z.unknown()).check(z.meta({ additionalProperties: false, properties: PUBLISHED }));

/** Describes the members of the body in the API document. */
const PUBLISHED = Object.fromEntries([...OWN_SETTINGS].map((name) => [name, {}]));

const BY_RATE = {
  type: ['array', 'null'],
  items: {
    type: 'object',
    properties: { vat_rate: { type: 'number', minimum: 0, maximum: 100 }, account: { type: 'string' } },
    required: ['vat_rate', 'account'],
    additionalProperties: false,
  },
};

/** Accepts account numbers, which the domain validates. */
export const accountsBody = () =>
  namedMembers(z.unknown()).check(
    z.meta({
      additionalProperties: false,
      properties: {
        ...Object.fromEntries(ACCOUNT_NAMES.map((name) => [name, { type: ['string', 'null'] }])),
        revenue: BY_RATE,
        vat: BY_RATE,
      },
    }),
  );
