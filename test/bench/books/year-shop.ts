import { ACCOUNTS, BOOKS_KEY, booksSeed } from '../../support/books-shop.ts';
import { experience, giftCard, offer, ticket } from '../../support/shop.ts';
import type { Random } from '../../simulation/random.ts';

export const YEAR_KEY = BOOKS_KEY;
export const ZONE = 'Europe/Copenhagen';

const [books] = booksSeed.companies;

/**
 * A company with three VAT rates that sells all families, whose cards expire within the year and then become breakage.
 */
export const yearSeed = (commissionPercent: number) => ({
  ...booksSeed,
  companies: [
    {
      ...books,
      contract: { ...books?.contract, commission_percent: commissionPercent },
      gift_card: { ...books?.gift_card, validity_months: 3 },
      breakage_after_days: 20,
      accounts: ACCOUNTS,
    },
  ],
  api_keys: booksSeed.api_keys.filter(({ company }) => company === 'books'),
  special_offers: [
    { company: 'books', id: 1, name: 'Brunch', options: [{ id: 1, name: 'For one', amount: 14_950, stock: 100_000 }] },
    {
      company: 'books',
      id: 2,
      name: 'Spa',
      vat_percent: 12,
      vat_treatment: 'multi_purpose',
      options: [
        { id: 2, name: 'Day', amount: 30_000, regular_amount: 50_000, redeem_at_regular: true, stock: 100_000 },
      ],
    },
  ],
});

const LINES: readonly ((random: Random) => object[])[] = [
  (random) => giftCard(random.between(100, 2000) * 100 + random.between(0, 99), random.between(1, 2)),
  (random) => giftCard(random.pick([20_000, 50_000, 100_000])),
  (random) => experience(random.between(1, 4), random.between(1, 2)),
  (random) => [ticket(1, 1, random.between(1, 2)), ...(random.chance(0.5) ? [ticket(1, 2)] : [])],
  () => [ticket(1, 3)],
  (random) => offer(random.between(1, 2), random.between(1, 2)),
];

/** The first two kinds of lines are gift cards. The first three, which include experiences, accept a discount code. */
const CARD_LINES = 2;
const DISCOUNTED_LINES = 3;

const POSTAL = {
  method: 'postal',
  address: { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' },
};

/** Lines of an order of one family, sometimes with a discount or by post. */
export const anOrderOf = (random: Random): { items: object[]; more: object } => {
  const family = random.between(0, LINES.length - 1);
  const isCard = family < CARD_LINES;
  return {
    items: LINES[family]?.(random) ?? [],
    more: {
      ...(family < DISCOUNTED_LINES && random.chance(0.2) ? { discount_code: 'TENTH' } : {}),
      ...(isCard && random.chance(0.1) ? { delivery: POSTAL } : {}),
    },
  };
};
