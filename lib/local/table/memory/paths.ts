import type { Path } from './expression-syntax.ts';
import { invalid } from './table-error.ts';
import { attributeOf, type Row, type Value } from './values.ts';

/** In these paths, placeholders are already replaced by names. */

const badPath = () => invalid('The document path provided in the update expression is invalid for update');

const withAttribute = (row: Row, name: string, value: Value): Row => {
  const copy = { ...row };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
};

/** The row with a value at a path; an element after the end of a list is appended. Throws `TableError`. */
export const setAtPath = (row: Row, [first, ...deeper]: Path, value: Value): Row => {
  const name = String(first);
  return withAttribute(row, name, deeper.length === 0 ? value : setIn(attributeOf(row, name), deeper, value));
};

const setIn = (container: Value | undefined, [first, ...deeper]: Path, value: Value): Value => {
  const inner = (old: Value | undefined): Value => (deeper.length === 0 ? value : setIn(old, deeper, value));
  if (typeof first === 'number' && container?.L) {
    const elements = [...container.L];
    elements[Math.min(first, elements.length)] = inner(elements[first]);
    return { L: elements };
  }
  if (typeof first !== 'string' || !container?.M) throw badPath();
  return { M: withAttribute(container.M, first, inner(attributeOf(container.M, first))) };
};

/** The row without the value at a path. Throws `TableError` if the list or map that would contain it does not exist. */
export const removeAtPath = (row: Row, [first, ...deeper]: Path): Row => {
  const name = String(first);
  if (deeper.length > 0) return withAttribute(row, name, removeIn(attributeOf(row, name), deeper));
  const { [name]: _, ...rest } = row;
  return rest;
};

const removeIn = (container: Value | undefined, [first, ...deeper]: Path): Value => {
  if (typeof first === 'number' && container?.L) {
    const element = container.L[first];
    if (deeper.length === 0) return { L: container.L.filter((_, at) => at !== first) };
    return { L: container.L.with(first, removeIn(element, deeper)) };
  }
  if (typeof first !== 'string' || !container?.M) throw badPath();
  if (deeper.length === 0) {
    const { [first]: _, ...rest } = container.M;
    return { M: rest };
  }
  return { M: withAttribute(container.M, first, removeIn(attributeOf(container.M, first), deeper)) };
};

/** The parts of a row at the given paths. Selected elements of a list become adjacent. */
export const project = (row: Row, paths: readonly Path[]): Row => partOf({ M: row }, paths)?.M ?? {};

const partOf = (value: Value | undefined, paths: readonly Path[]): Value | undefined => {
  if (!value || paths.some((path) => path.length === 0)) return value;
  const deeperOf = (segment: string | number): Path[] =>
    paths.flatMap(([first, ...deeper]) => (first === segment ? [deeper] : []));
  if (value.L) {
    const indexes = [...new Set(paths.map(([first]) => first))].filter((each) => typeof each === 'number');
    const elements = indexes
      .toSorted((a, b) => a - b)
      .flatMap((index) => partOf(value.L?.[index], deeperOf(index)) ?? []);
    return elements.length > 0 ? { L: elements } : undefined;
  }
  if (!value.M) return undefined;
  const map = value.M;
  const names = [...new Set(paths.map(([first]) => first))].filter((each) => typeof each === 'string');
  const members = names.flatMap((name): [string, Value][] => {
    const part = partOf(attributeOf(map, name), deeperOf(name));
    return part ? [[name, part]] : [];
  });
  return members.length > 0 ? { M: Object.fromEntries(members) } : undefined;
};
