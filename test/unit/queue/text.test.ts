import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queueText } from '../../../functions/adapters/queue/send.ts';
import { anyCharacter } from '../../support/any-character.ts';

/** Characters accepted by SQS; emulators drop those beyond the BMP. */
const TAKEN = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}]*$/u;

describe('a queue message', () => {
  it('contains only characters that every queue accepts, and is read as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const body = queueText({ text });
        expect(body).toMatch(TAKEN);
        expect(JSON.parse(body)).toEqual({ text });
      }),
    );
  });

  it.each(['😀', '\u0000', '\uffff', '\ud800'])('accepts %j', (text) => {
    expect(queueText({ text })).toMatch(TAKEN);
    expect(JSON.parse(queueText({ text }))).toEqual({ text });
  });
});
