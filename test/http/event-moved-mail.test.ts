import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { Shop, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

/** Changes an event and waits until both passes have updated its tickets. */
const change = async (body: object): Promise<void> => {
  const path = '/v2/catalog/events/1';
  const tag = (await stack.get(path, { key: API_KEY })).headers.get('etag') ?? '';
  const answer = await stack.call('PATCH', path, { key: API_KEY, headers: { 'If-Match': tag }, body });
  expect(answer.status, answer.bytes.toString()).toBe(200);
  for (const minutes of [5, 25]) {
    await stack.advance(minutes * 60);
    await stack.idle();
  }
};
const noticesTo = async (email: string) =>
  (await stack.mail(email)).filter(({ subject }) => subject.startsWith('Ny dato'));

test('holders, but not buyers of a gift, are notified once of each change of date or venue', async () => {
  const people = {
    sender: { name: 'Anna', email: 'giver@example.com' },
    recipient: { name: 'Bo', email: 'holder@example.com' },
  };
  const gift = await shop.sell([ticket(1, 1, 2)], { ...people, delivery: { method: 'recipient_email' } });
  expect(gift.status).toBe('fulfilled');
  await change({ starts_at: '2030-06-01T19:00:00+02:00' });
  const [first, ...others] = await noticesTo('holder@example.com');
  expect(others).toEqual([]);
  expect(first?.text).toContain('1. juni 2030');
  expect(first?.text).toContain('De kan åbnes her:');
  expect(first?.attachments.map(({ mime }) => mime)).toEqual([expect.stringContaining('text/calendar')]);
  expect(await noticesTo('giver@example.com')).toEqual([]);
  await change({ venue: { name: 'Store Sal', address: 'Havnegade 9', postcode: '8000' } });
  expect((await noticesTo('holder@example.com')).length).toBe(2);
  await change({ description: 'Another text' });
  expect((await noticesTo('holder@example.com')).length).toBe(2);
});
