import type { Row } from './row-types.ts';

/** Kinds of partitions whose second part is not a company: a key, a user, a hash. Their rows may name a company. */
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

/** The company that a row belongs to, by its partition key where that names one. */
export const companyOfRow = (row: Row & { company?: unknown }): unknown => {
  const [kind = '', second, third] = row.pk.split('#');
  if (NAMED_OTHERWISE.has(kind)) return row.company;
  // The mark of a counted change has the key of its item after its own.
  return kind === 'COUNTED' ? third : second;
};
