import { expect, it } from 'vitest';
import {
  captureShares,
  redemptionStatusOf,
  refundShares,
} from '../../../functions/domain/value/items/redemptions/rules.ts';
import type { RedemptionRow, RedemptionSource } from '../../../functions/domain/value/items/redemptions/rows.ts';

const source = (changes: Partial<RedemptionSource>): RedemptionSource => ({
  code: 'code',
  itemType: 'GIFTCARD',
  minor: 0,
  pieces: 0,
  isByPiece: false,
  capturedMinor: 0,
  capturedPieces: 0,
  refundedMinor: 0,
  refundedPieces: 0,
  leftMinor: 0,
  ...changes,
});
const statusOf = (...sources: RedemptionSource[]) =>
  redemptionStatusOf({ state: 'captured', expiresAtMs: null, sources } as unknown as RedemptionRow, 0);

it('a redemption is refunded once every captured amount is, and every piece of a source without an amount', () => {
  const free = source({ capturedPieces: 2 });
  const card = source({ capturedMinor: 100 });
  expect(statusOf(card)).toBe('captured');
  expect(statusOf({ ...card, refundedMinor: 40 })).toBe('partially_refunded');
  expect(statusOf({ ...card, refundedMinor: 100 })).toBe('refunded');
  expect(statusOf({ ...free, refundedPieces: 1 })).toBe('partially_refunded');
  expect(statusOf({ ...free, refundedPieces: 2 })).toBe('refunded');
  expect(statusOf({ ...card, refundedMinor: 100 }, free)).toBe('partially_refunded');
});

it('a partial capture may leave an indivisible source, but not divide it', () => {
  const sources = [source({ minor: 100 }), source({ minor: 50, pieces: 1 })];
  expect(captureShares(sources, 100)).toEqual([
    { index: 0, minor: 100, pieces: 0 },
    { index: 1, minor: 0, pieces: 0 },
  ]);
  expect(() => captureShares(sources, 120)).toThrow(expect.objectContaining({ status: 422 }));
});

it('a refund restores the pieces of a source with the last of its value, and does not divide an indivisible source', () => {
  const pass = source({ pieces: 3, isByPiece: true, capturedMinor: 90, capturedPieces: 3 });
  const card = source({ capturedMinor: 100 });
  expect(refundShares([card, pass], undefined)).toEqual([
    { index: 1, minor: 90, pieces: 3 },
    { index: 0, minor: 100, pieces: 0 },
  ]);
  expect(refundShares([pass, card], 60)).toEqual([{ index: 1, minor: 60, pieces: 0 }]);
  expect(refundShares([{ ...card, capturedPieces: 1 }], 60)).toEqual([{ index: 0, minor: 60, pieces: 0 }]);
  expect(() => refundShares([pass, card], 130)).toThrow(expect.objectContaining({ status: 422 }));
});
