import { isDeepStrictEqual } from 'node:util';
import type { MemberChange } from '../../../platform/cause.ts';
import { isObject } from '../../../platform/is-object.ts';

/** Lists of entries with ids are compared by id. */
const membersById = (value: unknown): Record<string, unknown> | undefined => {
  if (isObject(value)) return value;
  if (!Array.isArray(value) || !value.every((entry) => isObject(entry) && entry['id'] !== undefined)) return undefined;
  return Object.fromEntries((value as { id: unknown }[]).map((entry) => [String(entry.id), entry]));
};

const DEPTH_MAX = 4;

/**
 * Every member that differs between two values, with its value before and after. Members more than `DEPTH_MAX` levels
 * deep are not compared individually.
 */
export const changesBetween = (before: unknown, after: unknown, path: readonly string[] = []): MemberChange[] => {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return [];
  const [was, is] = [membersById(before), membersById(after)];
  if (!was || !is || path.length >= DEPTH_MAX) return [{ member: path.join('.'), before, after }];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].flatMap((name) => changesBetween(was[name], is[name], [...path, name]));
};
