import * as z from 'zod/mini';
import type { StoredReferences } from './check.ts';
import { DATA_SECTIONS, type OperatorData } from './schema.ts';
import { isObject } from '../../../platform/is-object.ts';

/**
 * The valid entries of a file with faults of shape, so that its other faults are reported together with them. An
 * invalid entry leaves an array hole, so that the indexes in paths of faults stay correct.
 */
export const parseValidEntries = (json: unknown): OperatorData => {
  const file = isObject(json) ? json : {};
  const read = (section: keyof typeof DATA_SECTIONS): unknown[] => {
    const value = file[section];
    const entries: unknown[] = Array.isArray(value) ? value : [];
    const kept: unknown[] = [];
    kept.length = entries.length;
    entries.forEach((entry, at) => {
      const result = z.safeParse(DATA_SECTIONS[section], entry);
      if (result.success) kept[at] = result.data;
    });
    return kept;
  };
  return Object.fromEntries(
    Object.keys(DATA_SECTIONS).map((section) => [section, read(section as keyof typeof DATA_SECTIONS)]),
  ) as OperatorData;
};

/** Removes the array holes of invalid entries. */
export const withoutHoles = (data: OperatorData): OperatorData =>
  Object.fromEntries(
    Object.entries(data).map(([section, entries]) => [section, (entries as unknown[]).filter(() => true)]),
  ) as OperatorData;

const PREFIXES = [
  ['experiences', { product: 'gcv', option: 'gcvo' }],
  ['events', { product: 'evt', option: 'evto' }],
  ['special_offers', { product: 'so', option: 'sov' }],
] as const;

/**
 * Treats the identities of invalid entries as known, so that references to an invalid entry are not reported as further
 * faults.
 */
export const knownWithInvalid = (json: unknown, known: StoredReferences): StoredReferences => {
  const records = (section: string): Record<string, unknown>[] => {
    const value = isObject(json) ? json[section] : undefined;
    return Array.isArray(value) ? value.filter(isObject) : [];
  };
  const counters = new Map(known.counters);
  const count = (name: string, company: unknown) =>
    counters.set(name, [...(counters.get(name) ?? []), String(company)]);
  for (const [section, { product, option }] of PREFIXES) {
    for (const { id, company, options } of records(section)) {
      count(`${product}_${String(id)}`, company);
      for (const entry of Array.isArray(options) ? options.filter(isObject) : []) {
        count(`${option}_${String(entry['id'])}`, company);
      }
    }
  }
  return {
    companies: new Set([...known.companies, ...records('companies').map(({ slug }) => String(slug))]),
    users: new Set([...known.users, ...records('users').map(({ username }) => String(username))]),
    rated: new Set([
      ...known.rated,
      ...records('companies').flatMap((record) =>
        (record['vat_percent'] ?? null) === null ? [] : [String(record['slug'])],
      ),
    ]),
    // Removes the categories of invalid companies, so that products are not checked against outdated ones.
    categories: new Map(
      [...known.categories].filter(([slug]) => !records('companies').some((record) => record['slug'] === slug)),
    ),
    experiences: new Set([
      ...known.experiences,
      ...records('experiences').map(({ company, id }) => `${String(company)}/${String(id)}`),
    ]),
    counters,
    printed: known.printed,
    taken: { ...known.taken, slugs: withoutChangedSlugs(known.taken.slugs, records('events')) },
  };
};

/** Stored slugs, except slugs that the file changes, even in an invalid entry. */
const withoutChangedSlugs = (
  slugs: StoredReferences['taken']['slugs'],
  events: readonly Record<string, unknown>[],
): StoredReferences['taken']['slugs'] => {
  const newSlugs = new Map(events.map(({ company, id, slug }) => [`${String(company)}/evt_${String(id)}`, slug]));
  const isUnchanged = (name: string, owner: string): boolean => {
    const [company = '', slug] = name.split('/');
    const after = newSlugs.get(`${company}/${owner}`);
    return after === undefined || after === slug;
  };
  return new Map([...slugs].map(([name, owners]) => [name, owners.filter((owner) => isUnchanged(name, owner))]));
};
