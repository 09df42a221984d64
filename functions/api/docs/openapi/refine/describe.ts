import { BOOKS } from '../glossary/books.ts';
import { BY_KIND } from '../glossary/by-kind.ts';
import { COMMERCE } from '../glossary/commerce.ts';
import { ITEMS } from '../glossary/items.ts';
import { COMPANY } from '../glossary/company.ts';
import { FIGURES_WORDS } from '../glossary/figures.ts';
import { MANAGEMENT } from '../glossary/management.ts';
import { visit, type Node } from './tree.ts';
import { isObject } from '../../../../platform/is-object.ts';

const GLOSSARY: Readonly<Record<string, string>> = {
  ...FIGURES_WORDS,
  ...BOOKS,
  ...COMPANY,
  ...MANAGEMENT,
  ...ITEMS,
  ...COMMERCE,
  ...BY_KIND,
};

/** Kinds of values. A description by name may not fit all of them. */
type MemberKind = 'boolean' | 'object' | 'list' | 'number' | 'text' | 'any';

const KINDS: Readonly<Record<string, MemberKind>> = {
  boolean: 'boolean',
  object: 'object',
  array: 'list',
  number: 'number',
  integer: 'number',
  string: 'text',
};

/** The kind of value of a schema, ignoring null. `any` if it has several kinds or no type, such as a reference. */
export const memberKindOf = (schema: Node): MemberKind => {
  const ways = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(ways))
    return onlyKind(
      ways
        .filter(isObject)
        .filter((way) => way['type'] !== 'null')
        .map(memberKindOf),
    );
  return onlyKind(
    [schema['type'] ?? []].flat().flatMap((type) => (typeof type === 'string' ? (KINDS[type] ?? []) : [])),
  );
};

const onlyKind = (kinds: readonly MemberKind[]): MemberKind =>
  new Set(kinds).size === 1 ? (kinds[0] ?? 'any') : 'any';

/** How descriptions of flags begin, and phrases in descriptions of amounts. */
export const IS_FLAG = /^(Whether|True|False)\b/;
export const IS_AMOUNT = /\bin the smallest unit\b|\ba decimal\b/;

/** Descriptions of timestamps in `pipeline/shapes.ts`, which give only the format. */
const IS_FORMAT = /^(RFC 3339|YYYY-MM-DD HH:MM:SS)[^.]*$/;

/**
 * Whether a description fits a kind of value: a flag requires one that begins with "Whether", "True" or "False", and
 * only numbers and members of any kind may have the description of an amount.
 */
const isSuitable = (words: string, kind: MemberKind): boolean =>
  kind === 'boolean' ? IS_FLAG.test(words) : kind === 'number' || kind === 'any' || !IS_AMOUNT.test(words);

/**
 * Adds a description to every member of a schema. The most specific one is used: the member's own description, or the
 * description of its name in this schema or in the body of this operation, in its containing member, for its kind of
 * value, or in general. A format is added to the description of the name.
 */
export const describeMembers = (name: string, schema: unknown): void => {
  const holders = new WeakMap<Node, string>();
  visit(schema, (node) => {
    if (!isObject(node['properties'])) return;
    const holder = holders.get(node) ?? '';
    for (const [member, value] of Object.entries(node['properties'])) {
      if (!isObject(value)) continue;
      for (const part of partsOf(value)) holders.set(part, member);
      const own = value['description'];
      if (typeof own === 'string' && !IS_FORMAT.test(own)) continue;
      const kind = memberKindOf(value);
      const general = GLOSSARY[member];
      const words =
        GLOSSARY[`${name}.${member}`] ??
        GLOSSARY[`${holder}.${member}`] ??
        GLOSSARY[`${member}:${kind}`] ??
        (general !== undefined && isSuitable(general, kind) ? general : undefined);
      if (words) value['description'] = typeof own === 'string' ? `${words} ${own}.` : words;
    }
  });
};

/** The schemas in a member: itself, its alternatives, and the entries of a list. */
const partsOf = (schema: Node): Node[] => {
  const inner = [schema['anyOf'], schema['oneOf'], schema['items']].flat().filter(isObject);
  return [schema, ...inner.flatMap(partsOf)];
};

/** Allows unknown members in responses, because responses may get new members at any time (see Versioning). */
export const allowUnknownMembers = (schema: unknown): void =>
  visit(schema, (node) => {
    if (node['additionalProperties'] === false) node['additionalProperties'] = true;
  });
