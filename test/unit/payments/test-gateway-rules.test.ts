import { describe, expect, test } from 'vitest';
import { returnAddress } from '../../../functions/adapters/payments/return-address.ts';
import {
  outcomeOfCard,
  hasValidCheckDigit,
  parseCard,
  TEST_CARDS,
} from '../../../functions/domain/payments/test-gateway/rules.ts';
import { fill, money, pageTexts } from '../../../functions/pages/payment/texts.ts';

const form = { card_number: '4242 4242 4242 4242', expiry: '03/27', cvc: '123' };

describe('cards of the test gateway', () => {
  test('every test card has a valid check digit, so the form accepts it', () => {
    expect([...TEST_CARDS.keys()].filter((number) => !hasValidCheckDigit(number))).toEqual([]);
  });

  test('a card that is not a test card is declined', () => {
    expect(outcomeOfCard('5555555555554444')).toMatchObject({ outcome: 'declined' });
  });

  test('declines have a reason', () => {
    expect(outcomeOfCard('4000000000009995')).toMatchObject({ reason: expect.stringContaining('insufficient funds') });
  });
});

describe('the payment form', () => {
  test('accepts a card number with spaces or hyphens', () => {
    expect(parseCard({ ...form, card_number: '4242-4242 42424242' })).toEqual({
      card: { number: '4242424242424242' },
    });
  });

  test('refuses a number with a wrong digit', () => {
    expect(parseCard({ ...form, card_number: '4242424242424241' })).toEqual({
      faults: { card_number: 'malformed' },
    });
  });

  test('reports every empty field', () => {
    expect(parseCard({})).toEqual({ faults: { card_number: 'missing', expiry: 'missing', cvc: 'missing' } });
  });

  test.each(['03/27', '3/27', '0327', '03 / 2027', '03-27', '032027'])('reads the expiry %s', (expiry) => {
    expect(parseCard({ ...form, expiry })).toHaveProperty('card');
  });

  test('accepts a test card with an expiry in the past', () => {
    expect(parseCard({ ...form, expiry: '01/20' })).toHaveProperty('card');
  });

  test.each(['13/30', '00/30', 'soon', '1/1/30'])('refuses the expiry %s', (expiry) => {
    expect(parseCard({ ...form, expiry })).toEqual({ faults: { expiry: 'malformed' } });
  });

  test.each(['12', '12345', 'abc'])('refuses the security code %s', (cvc) => {
    expect(parseCard({ ...form, cvc })).toEqual({ faults: { cvc: 'malformed' } });
  });
});

describe('the redirect to the shop', () => {
  test('keeps the query of the return URL unchanged', () => {
    expect(returnAddress('https://shop.example/done?cart=a%20b&x=1#end', 'po_1', 'authorized')).toBe(
      'https://shop.example/done?cart=a%20b&x=1&order_id=po_1&status=authorized#end',
    );
  });

  test('replaces an order and a status that the URL already had', () => {
    expect(returnAddress('https://shop.example/?status=old&order_id=z', 'po_1', 'declined')).toBe(
      'https://shop.example/?order_id=po_1&status=declined',
    );
  });
});

describe('texts of the page', () => {
  test('are in the language of the order, and in English if that is not supported', () => {
    expect(pageTexts('da-DK').tag).toBe('da-DK');
    expect(pageTexts('fi').tag).toBe('en-GB');
    expect(pageTexts(null).tag).toBe('en-GB');
  });

  test('format amounts in the unit of their currency', () => {
    expect(money(pageTexts('en'), 123_450, 'DKK')).toMatch(/1,234\.50/);
    expect(money(pageTexts('en'), 5000, 'JPY')).toMatch(/5,000$/);
    expect(money(pageTexts('da'), 123_450, 'DKK')).toMatch(/1\.234,50/);
  });

  test('insert a name without interpreting it', () => {
    expect(fill('Pay {}', '{}')).toBe('Pay {}');
  });
});
