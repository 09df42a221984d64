import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../../functions/domain/fulfillment/documents/schema.ts';
import type { HolderView } from '../../../functions/domain/fulfillment/holder/holder-view.ts';
import { applyChange, changeMarks } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { AWAITING_PAYMENT, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { claimError, decideCancel, decideClaim, type ItemTerms } from '../../../functions/domain/value/items/rules.ts';
import { changeToTarget, type ItemTarget } from '../../../functions/domain/value/items/withdrawal/target.ts';
import { isForWallets } from '../../../functions/domain/fulfillment/wallet/rules.ts';
import { holderPage } from '../../../functions/pages/holder/holder-page.ts';
import { shopOf } from '../pricing/sample.ts';
import { NOW_MS, sampleItem, terms } from './sample.ts';

const { company } = shopOf({});
const cause = { by: { system: 'test' }, requestId: 'r', atMs: NOW_MS };
const card = sampleItem();
const past = sampleItem({ validUntilMs: NOW_MS - 1 });
const accepting: ItemTerms = { ...terms, claimExpired: 2 };
const claimed = applyChange(card, decideClaim(card, { type: 'all' }, terms).change, cause).item;
const cancelled = applyChange(card, decideCancel(card, terms), cause).item;

const part = { seq: 0, priceMinor: card.priceMinor, valueMinor: card.valueMinor, divisible: true };
const target = (epoch: number, more: Partial<ItemTarget> = {}): ItemTarget => ({
  epoch,
  part,
  share: { minor: 0, whole: false },
  inPlan: false,
  ...more,
});
const settled = (item: ItemRow, to: ItemTarget): ItemRow => {
  const needed = changeToTarget(item, to, true, NOW_MS);
  if (!needed) return item;
  return needed.kind === 'marks' ? changeMarks(item, needed.marks) : applyChange(item, needed.change, cause).item;
};
const disputed = (item: ItemRow): ItemRow => settled(item, target(1, { frozenBy: 'd' }));
const lost = { share: { minor: card.priceMinor, whole: true } };
const DISPUTES: ((item: ItemRow) => ItemRow)[] = [
  (item) => item,
  disputed,
  (item) => settled(disputed(item), target(2)),
  (item) => settled(disputed(item), target(2, lost)),
];

const pageOf = async (item: ItemRow, on: ItemTerms, language: Language = 'en'): Promise<string> => {
  const held: HolderView = { company, terms: on, code: item.code, item };
  return String((await holderPage(held, language, language)).body);
};
const stateIn = (page: string): string | undefined => /<p class="state[^"]*">([^<]*)</.exec(page)?.[1];

const FROZEN = 'Cannot be used at the moment';
const ACCEPTED = 'Expired, but still accepted';

beforeAll(() => {
  process.env['BASE_URL'] = 'https://api.example.com';
  process.env['APP_SECRET'] = 'ab'.repeat(32);
});

describe('the page of a code during and after a dispute', () => {
  // Expected states: without a dispute, while it is open, when it is won, when it is lost.
  it.each<[string, ItemRow, ItemTerms, string[]]>([
    ['active', card, terms, ['Valid', FROZEN, 'Valid', 'Cancelled']],
    ['accepted after its expiry', past, accepting, [ACCEPTED, FROZEN, ACCEPTED, 'Cancelled']],
    ['expired', past, terms, ['Expired', 'Expired', 'Expired', 'Cancelled']],
    ['used up', claimed, terms, ['Used up', 'Used up', 'Used up', 'Used up']],
    ['cancelled', cancelled, terms, ['Cancelled', 'Cancelled', 'Cancelled', 'Cancelled']],
    [
      'unpaid',
      { ...card, status: AWAITING_PAYMENT },
      terms,
      ['Not paid yet', 'Not paid yet', 'Not paid yet', 'Cancelled'],
    ],
  ])('%s: it is frozen only if it could otherwise be used', async (_name, item, on, expected) => {
    expect(await Promise.all(DISPUTES.map(async (after) => stateIn(await pageOf(after(item), on))))).toEqual(expected);
    for (const after of DISPUTES) {
      const now = after(item);
      const page = await pageOf(now, on);
      // The same rule applies to staff and wallets.
      const isUsable = ['Valid', ACCEPTED].includes(stateIn(page) ?? '');
      expect(page.includes('<svg')).toBe(isUsable);
      expect(isForWallets(now, on)).toBe(isUsable);
      expect(claimError(now, on)?.id === 'item_disputed').toBe(stateIn(page) === FROZEN);
    }
  });

  it('has its document as the main button only while it can be used', async () => {
    const mainOf = async (item: ItemRow): Promise<string | undefined> =>
      /<a class="(button[^"]*)" href="[^"]*">Open as PDF</.exec(await pageOf(item, terms))?.[1];
    expect([await mainOf(card), await mainOf(claimed)]).toEqual(['button main', 'button']);
  });

  it('reports an empty expired item as the desk does', async () => {
    const empty = { ...past, remainingPieces: 0, remainingMinor: 0 };
    expect(String(claimError(empty, accepting))).toBe('Nothing is left of the item.');
    const page = await pageOf(empty, accepting);
    expect(stateIn(page)).toBe('Used up');
    // Only what went wrong is red.
    expect(page).toContain('class="state used"');
    expect(await pageOf(cancelled, terms)).toContain('class="state ended"');
  });
});

describe('the page of a code', () => {
  const CROSSED_OUT = 'class="code over-code"';

  it('explains why an item is on hold or unpaid, and crosses out only codes that can never be used again', async () => {
    const waiting: [ItemRow, string][] = [
      [{ ...card, blocked: { reason: 'Stolen', atMs: NOW_MS } }, 'The code is on hold, but not cancelled.'],
      [disputed(card), 'The code is on hold, but not cancelled.'],
      [{ ...card, status: AWAITING_PAYMENT }, 'The code can be used once it is paid for.'],
    ];
    for (const [item, explanation] of waiting) {
      const page = await pageOf(item, terms);
      expect(page).toContain('class="state waiting"');
      expect(page).toContain(explanation);
      expect(page).not.toContain(CROSSED_OUT);
    }
    for (const item of [claimed, cancelled, past]) expect(await pageOf(item, terms)).toContain(CROSSED_OUT);
  });

  it('omits the validity of a cancelled and of a replaced code', async () => {
    const replaced = { ...cancelled, replacedBy: 'NEW-CODE' };
    const hasValidity = async (item: ItemRow) => (await pageOf(item, terms)).includes('Valid until');
    expect(await Promise.all([card, past, cancelled, replaced].map(hasValidity))).toEqual([true, true, false, false]);
  });

  it('has words of the right gender for cards and tickets', async () => {
    const event = { slug: 'jazz', title: 'Jazz', startsAt: '2030-05-01T19:00:00+02:00', endsAt: null };
    const states = (item: ItemRow) =>
      Promise.all((['sv', 'da'] as const).map(async (language) => stateIn(await pageOf(item, terms, language))));
    expect(await states(card)).toEqual(['Giltigt', 'Gyldigt']);
    expect(await states({ ...card, event })).toEqual(['Giltig', 'Gyldig']);
    expect(await states(cancelled)).toEqual(['Makulerat', 'Annulleret']);
    expect(await states({ ...cancelled, event })).toEqual(['Makulerad', 'Annulleret']);
  });
});
