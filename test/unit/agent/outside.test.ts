import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { fenceTexts, newFence, outsideTexts } from '../../../functions/agents/outside.ts';
import { listOf, outsideText } from '../../../functions/pipeline/shapes.ts';

const person = z.strictObject({ name: outsideText(), note: z.nullable(outsideText()), id: z.string() });

describe('texts written by people outside the company', () => {
  it('are found by their marks in the schema, in lists, unions and optional members', () => {
    const shape = z.strictObject({
      ...listOf(z.strictObject({ buyer: z.optional(z.nullable(person)) })).shape,
      kind: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('a'), text: outsideText() }),
        z.strictObject({ type: z.literal('b'), text: z.string() }),
      ]),
    });
    const value = {
      object: 'list',
      data: [{ buyer: { name: 'Anna', note: null, id: 'x' } }, {}, { buyer: null }],
      has_more: false,
      next_cursor: null,
      kind: { type: 'a', text: 'hello' },
    };
    expect(outsideTexts(shape, value)).toEqual([
      { pointer: '/data/0/buyer/name', text: 'Anna' },
      { pointer: '/kind/text', text: 'hello' },
    ]);
    expect(outsideTexts(shape, { ...value, kind: { type: 'b', text: 'ours' } })).toHaveLength(1);
  });

  it('are located by JSON pointer, for any member names', () => {
    const shape = z.strictObject({ 'a/b~c': outsideText() });
    expect(outsideTexts(shape, { 'a/b~c': 'x' })).toEqual([{ pointer: '/a~1b~0c', text: 'x' }]);
  });

  it('are not found in members that the schema does not define', () => {
    expect(outsideTexts(person, { toString: 'x', other: 'y', name: 7 })).toEqual([]);
    expect(outsideTexts(person, 'text')).toEqual([]);
  });

  it('are in a fence, and no other text is', () => {
    const fence = newFence();
    expect(fenceTexts({ name: 'Anna', list: ['x', 'y'], n: 1 }, new Set(['/name', '/list/1']), fence)).toEqual({
      name: `${fence.open}Anna${fence.close}`,
      list: ['x', `${fence.open}y${fence.close}`],
      n: 1,
    });
    expect(newFence().open).not.toBe(fence.open);
  });
});
