import type { Row } from './row-types.ts';

/**
 * Kinds of partitions whose keys do not have the company in second place, but for example an API key, a user or a hash.
 * Their rows may have a member `company`.
 */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  'APIKEY',
  'DESKFORM',
  'DESKSESSION',
  'GATEWAY',
  'LEFTOVER',
  'OAUTHCLIENT',
  'OPERATORKEY',
  'SIGNIN',
  'TOKEN',
  'USER',
  'USERBUDGET',
  'WALLETPASS',
  'WRONGKEYS',
]);

/** The company to which a row belongs, from its partition key if that contains it. */
export const companyOfRow = (row: Row & { company?: unknown }): unknown => {
  const [kind = '', second, third] = row.pk.split('#');
  if (NAMED_OTHERWISE.has(kind)) return row.company;
  // The key of a counted change contains the key of its item.
  return kind === 'COUNTED' ? third : second;
};
