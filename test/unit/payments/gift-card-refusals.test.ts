import { describe, expect, test } from 'vitest';
import { amountOfCard } from '../../../functions/domain/payments/gift-cards/usable-card.ts';
import { faultOfMessage } from '../../../functions/pages/kit/gift-cards/faults.ts';
import { giftCardTexts } from '../../../functions/pages/kit/gift-cards/texts.ts';
import { giftCards } from '../../../functions/platform/messages/gift-cards.ts';
import { items } from '../../../functions/platform/messages/items.ts';
import { missing } from '../../../functions/platform/messages/missing.ts';
import { anOrder } from '../../support/orders.ts';
import { sampleItem, terms } from '../items/sample.ts';

describe('a refused gift card', () => {
  test('is explained to the buyer by its message id', () => {
    expect(faultOfMessage(missing('missing', { what: 'item' }))).toBe('unknown');
    expect(faultOfMessage(giftCards('card_currency_differs', { card: 'EUR', order: 'DKK' }))).toBe('currency');
    expect(faultOfMessage(giftCards('too_many_cards', { maximum: 5 }))).toBe('most');
    expect(faultOfMessage(items('item_blocked_because', { reason: 'Reported stolen' }))).toBe('blocked');
    expect(faultOfMessage(items('amount_reserved_for_order', { amount: '100.00', currency: 'DKK' }))).toBe('held');
  });

  test('has one explanation for every other reason', () => {
    expect(faultOfMessage(missing('missing', { what: 'order' }))).toBe('other');
    expect(faultOfMessage('An order of gift cards cannot be paid with a gift card.')).toBe('other');
  });

  test('is explained in the language of the page, English for an unknown one', () => {
    expect(giftCardTexts('nn-NO').heading).toBe('Gåvekort');
    expect(giftCardTexts('no')).toBe(giftCardTexts('nb'));
    expect(giftCardTexts('fr-FR')).toBe(giftCardTexts('en'));
  });

  test('of value 0 is refused, whether an amount is requested or not', () => {
    const empty = sampleItem({ valueMinor: 0, priceMinor: 0 });
    for (const requested of [undefined, 1]) {
      expect(() => amountOfCard(anOrder(), empty, terms, requested)).toThrow(
        expect.objectContaining({ status: 422, code: 'gift_card_not_usable' }),
      );
    }
  });
});
