import type { Key, RowUpdate } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { Intent } from './rows.ts';
import type { OperatorData } from './schema.ts';

/** A change by an import, with the name of the entry. */
export interface ImportChange {
  action: 'create' | 'update' | 'remove';
  /** `events 12 "Concert" of nordlys`. */
  what: string;
  /** Changed members, in alphabetical order; empty for a new or removed entry. */
  members: string[];
}

type Entry = Record<string, unknown>;

/** Members that identify an entry, the most informative first. */
const IDENTITIES = ['slug', 'username', 'client_id', 'code', 'id', 'label'] as const;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const nameOf = (data: OperatorData, [section, at, list]: Intent['path']): string => {
  const entries = data[section as keyof OperatorData];
  const entry = entries[Number(at)] as Entry;
  const id = IDENTITIES.flatMap((member) => textOf(entry[member]) ?? [])[0] ?? String(at);
  const [name, company] = [textOf(entry['name']), textOf(entry['company'])];
  // Codes have their own rows, so a campaign may get new codes without being changed itself.
  const part = list === 'codes' ? 'codes of ' : '';
  return `${part}${String(section)} ${id}${name === undefined ? '' : ` "${name}"`}${company === undefined ? '' : ` of ${company}`}`;
};

const changeOf = (write: Write, what: string): ImportChange[] => {
  if ('put' in write) return [{ action: 'create', what, members: [] }];
  if ('remove' in write) return [{ action: 'remove', what, members: [] }];
  return 'update' in write ? [{ action: 'update', what, members: membersOf(write.update) }] : [];
};

/** Members that the service sets and files do not contain: keys of indexes, and counts of changes. */
const INTERNAL = /^(?:ix\d[ps]k|version|edits|sessionVersion)$/;

/** The members that an update changes, without those of its condition. */
const membersOf = ({ update, names = {} }: RowUpdate): string[] => {
  const placeholders = new Set(update.match(/#\w+/g));
  return Object.entries(names).flatMap(([placeholder, member]) =>
    placeholders.has(placeholder) && !INTERNAL.test(member) ? [member] : [],
  );
};

/**
 * Name of a changed row that is not an entry of the file: an API key, a restocked counter, or the link of an agency.
 */
const nameOfKey = ({ pk, sk }: Key): string => {
  const [kind = '', owner = ''] = pk.split('#');
  if (kind === 'APIKEY') return `API key ${owner}`;
  const [, , part, option] = sk.split('#');
  return part === 'stock' ? `stock ${option ?? ''} of ${owner}` : `assignment of ${owner}`;
};

const keyOf = (write: Write): Key | undefined => {
  if ('update' in write) return write.update.key;
  return 'remove' in write ? write.remove : undefined;
};

/** The changes that an import makes, one for each entry, in the order of the planned writes. */
export const importChanges = (
  data: OperatorData,
  planned: readonly { intent: Intent; write: Write }[],
  otherWrites: readonly Write[],
): ImportChange[] => {
  const all = [
    ...planned.flatMap(({ intent, write }) => changeOf(write, nameOf(data, intent.path))),
    ...otherWrites.flatMap((write) => {
      const key = keyOf(write);
      return key ? changeOf(write, nameOfKey(key)) : [];
    }),
  ];
  return [...Map.groupBy(all, ({ what }) => what)].map(([what, changes]) => {
    const actions = new Set(changes.map(({ action }) => action));
    const [only = 'update'] = actions.size === 1 ? actions : [];
    return { action: only, what, members: [...new Set(changes.flatMap(({ members }) => members))].sort() };
  });
};

/** Brands and templates that differ from the last import. */
export const fileChanges = (
  brands: readonly { slug: string }[],
  templates: readonly { id: string; company: string }[],
): ImportChange[] => [
  ...brands.map(({ slug }): ImportChange => ({ action: 'update', what: `brand of ${slug}`, members: [] })),
  ...templates.map(({ id, company }): ImportChange => ({
    action: 'update',
    what: `template ${id} of ${company}`,
    members: [],
  })),
];

/** Changes to counters outside the writes of the import. */
export const stockChanges = (reset: number, moved: number): ImportChange[] => [
  ...(reset > 0 ? [{ action: 'update' as const, what: `stock of ${reset} options, set again`, members: [] }] : []),
  ...(moved > 0 ? [{ action: 'update' as const, what: `stock on sale, ${moved} rows`, members: [] }] : []),
];
