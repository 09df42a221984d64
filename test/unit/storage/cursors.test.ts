import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../functions/storage/cursors.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const LIST = { company: 'nordlys', list: 'audit-log' };
const CODE = 'VZCN-RNS7-4F2K-9QXE-3MTD';
const POSITION = { moment: 1_800_000_000_000, key: `ITEM#nordlys#${CODE}`, people: ['Anna Holm', 'anna@example.com'] };

/** Every decoding of a cursor without a key. */
const readable = (cursor: string): string =>
  [cursor, ...cursor.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))].join('\n');

describe('a cursor', () => {
  it('is read by the list that issued it', () => {
    for (const position of [POSITION, 'text', 7, ['a', null], '']) {
      expect(decodeCursor(LIST, encodeCursor(LIST, position))).toEqual(position);
    }
  });

  it('does not reveal the position without the key', () => {
    const text = readable(encodeCursor(LIST, POSITION));
    for (const part of [CODE, CODE.slice(0, 4), 'ITEM', 'Anna', 'example', 'moment']) expect(text).not.toContain(part);
  });

  it('is the same for the same position, so that responses with it have one ETag', () => {
    expect(encodeCursor(LIST, POSITION)).toBe(encodeCursor(LIST, POSITION));
    expect(encodeCursor(LIST, POSITION)).not.toBe(encodeCursor(LIST, { ...POSITION, moment: 1 }));
    expect(encodeCursor(LIST, POSITION)).not.toBe(encodeCursor({ ...LIST, company: 'fjord' }, POSITION));
  });

  it.each([
    ['another list', { ...LIST, list: 'orders' }],
    ['another company', { ...LIST, company: 'fjord' }],
    ['a list whose names join to the same text', { company: 'nordlys","audit', list: 'log' }],
  ])('is refused by %s', (_, identity) => {
    expect(() => decodeCursor(identity, encodeCursor(LIST, POSITION))).toThrow('This is not a cursor of this list.');
  });

  it('is refused with one changed character, and in every other spelling', () => {
    const cursor = encodeCursor(LIST, POSITION);
    const changed = Array.from(cursor, (character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return cursor.slice(0, at) + other + cursor.slice(at + 1);
    });
    const spelled = [`${cursor}=`, `${cursor}!`, `1.${cursor}`, `01.${cursor}`, ` ${cursor}`, `2.${cursor}`];
    const short = ['', '.', 'AAAA', cursor.slice(0, 16), cursor.slice(0, 24), cursor.slice(0, -1), 'A'.repeat(38)];
    for (const text of [...changed, ...spelled, ...short]) {
      expect(() => decodeCursor(LIST, text), text).toThrow('This is not a cursor of this list.');
    }
  });
});
