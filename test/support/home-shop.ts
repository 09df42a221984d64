import { BOOKS_KEY, booksSeed } from './books-shop.ts';
import { experience, giftCard, Shop, ticket } from './shop.ts';
import type { RunningStack } from './stack.ts';

const user = (username: string, role: string, company = 'books') => ({
  username,
  password: `demo-password-${username}`,
  company,
  can_list: true,
  role,
});

/** The bookkeeping shop with users of every role, a nearly sold-out ticket, and a company without sales. */
export const homeSeed = {
  ...booksSeed,
  events: booksSeed.events.map((event) => ({
    ...event,
    options: event.options.map((option) => (option.id === 1 ? { ...option, stock: 4 } : { ...option, add_on: true })),
  })),
  users: [
    user('mona', 'manager'),
    { ...user('maja', 'manager'), can_list: false },
    user('sue', 'super_admin'),
    user('sten', 'staff'),
    user('yuki', 'super_admin', 'yen'),
  ],
};

/** A Wednesday. `sellMonths` ends on this day, at 10:00 UTC. */
export const HOME_TODAY = '2027-04-14';

const address = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };

/**
 * Sells cards, experiences and tickets on several days of three months, up to today. One order is sent by post, and one
 * is refunded.
 */
export const sellMonths = async (stack: RunningStack): Promise<void> => {
  const shop = new Shop(stack, BOOKS_KEY);
  const on = (day: string) => stack.moveTo(`${day}T10:00:00Z`);
  await on('2027-02-03');
  await shop.sell(giftCard(80_000));
  await on('2027-03-10');
  await shop.sell(giftCard(50_000));
  await on('2027-03-25');
  await shop.sell(experience(2, 2));
  await on('2027-04-07');
  const refunded = await shop.sell(giftCard(20_000));
  await shop.sell(experience(1));
  await on('2027-04-12');
  await shop.sell([ticket(1, 1)], { delivery: { method: 'sender_email' } });
  await on(HOME_TODAY);
  await shop.sell(giftCard(30_000, 2), { delivery: { method: 'postal', address } });
  const { status } = await shop.refund(refunded.id);
  if (status !== 200) throw new Error(`The order was not refunded: ${status}`);
  await stack.idle();
};
