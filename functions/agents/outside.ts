import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { writtenOutside } from '../pipeline/shapes.ts';

/** A text in a response that a person outside the company wrote, with its JSON pointer (RFC 6901). */
interface OutsideText {
  pointer: string;
  text: string;
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Returns every text in a response that its schema marks as written by someone outside the company. Unknown members are
 * skipped.
 */
export const outsideTexts = (schema: z.core.$ZodType, value: unknown, pointer = ''): OutsideText[] => {
  if (value === null || value === undefined) return [];
  if (writtenOutside.has(schema)) {
    return typeof value === 'string' && value !== '' ? [{ pointer, text: value }] : [];
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return outsideTexts(def.innerType, value, pointer);
    case 'array':
      if (!Array.isArray(value)) return [];
      return value.flatMap((each, at) => outsideTexts(def.element, each, `${pointer}/${at}`));
    case 'object':
      if (typeof value !== 'object') return [];
      return Object.entries(value).flatMap(([name, member]) => {
        const shape = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
        return shape ? outsideTexts(shape, member, `${pointer}/${escapePointer(name)}`) : [];
      });
    case 'union': {
      const option = def.options.find((each) => z.core.safeParse(each, value).success);
      return option ? outsideTexts(option, value, pointer) : [];
    }
    default:
      return [];
  }
};

export interface Fence {
  open: string;
  close: string;
}

/** Creates a random pair of markers that the author of a text cannot know, and therefore cannot close. */
export const newFence = (): Fence => {
  const mark = randomBytes(6).toString('hex');
  return { open: `<outside-${mark}>`, close: `</outside-${mark}>` };
};

/** The value with a fence around each of the texts. */
export const fenceTexts = (value: unknown, pointers: ReadonlySet<string>, fence: Fence, pointer = ''): unknown => {
  if (typeof value === 'string') return pointers.has(pointer) ? `${fence.open}${value}${fence.close}` : value;
  if (Array.isArray(value)) return value.map((each, at) => fenceTexts(each, pointers, fence, `${pointer}/${at}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      fenceTexts(member, pointers, fence, `${pointer}/${escapePointer(name)}`),
    ]),
  );
};
