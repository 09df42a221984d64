import { expect, test } from 'vitest';
import { newCancellation } from '../../../functions/domain/payments/event-cancellation/begin.ts';
import { World } from '../../model/world.ts';
import { Random } from '../../simulation/random.ts';

test.each([
  ['The singer is ill.', 'The singer is ill.'],
  [' \n', undefined],
  ['\u200B', undefined],
  [undefined, undefined],
])('a cancellation with the message %j notifies buyers with %j', (message, notified) => {
  const event = { company: 'shop', productId: 'evt_1' };
  const row = newCancellation(event, { refund: 'none', message }, { by: { system: 'test' }, nowMs: 0 });
  expect(row.message).toBe(notified);
});

test('no payment page of an order stays open, even one that was opened during the cancellation of its event', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const world = new World(new Random(seed), 0);
    await world.scheduler.run({ open: () => world.open('session-1') });
    if (world.order().status !== 'pending_payment') continue;
    await world.scheduler.run({ cancel: () => world.cancelEvent('all'), open: () => world.open('session-2') });
    expect(world.order().status, `seed ${seed}`).toBe('expired');
    expect(world.gateway.openSessions(), `seed ${seed}`).toEqual([]);
  }
});
