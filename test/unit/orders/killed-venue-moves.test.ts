import { afterAll, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { EventOrders } from '../../support/event-orders.ts';
import { company, event, option } from '../operator-data/samples.ts';

afterAll(() => EventOrders.leave());

const MINUTE_MS = 60_000;
/** More calls than a whole run takes. */
const CALLS = 40;
const HALL = { name: 'Hall', address: 'Street 1', postcode: '2100' };

const soldAndMoved = async (events: EventOrders) => {
  await events.importEvent(10);
  const order = await events.sold(10);
  const ticket = { ...(await events.ticket(order)), createdAtMs: events.nowMs };
  await putRow(ticket);
  events.nowMs += MINUTE_MS;
  const moved = event(events.slug, 1, [option(1)], { starts_at: events.at(10), venue: HALL });
  await importOperatorData({ companies: [company(events.slug)], events: [moved] });
  return order;
};

const carryOutKilledAfter = async (events: EventOrders, calls: number): Promise<void> => {
  let remaining = calls;
  events.table.carry = async ({ effect }) => {
    if (remaining-- > 0) return effect();
    throw new Error('killed');
  };
  await events.carryOut().catch(() => undefined);
  events.table.carry = async ({ effect }) => effect();
};

test('tickets follow a new venue, wherever the first run is killed', async () => {
  for (let calls = 0; calls <= CALLS; calls++) {
    const events = new EventOrders();
    const order = await soldAndMoved(events);
    await carryOutKilledAfter(events, calls);
    for (const _pass of ['first', 'last']) {
      await events.carryOut();
      events.nowMs += 20 * MINUTE_MS;
    }
    const [line] = (await events.reread(order)).lines;
    const { placedAtMs, version } = await events.ticket(order);
    expect(line?.event?.venue, `after ${calls} calls`).toEqual(HALL);
    expect([placedAtMs, version], `after ${calls} calls`).toEqual([line?.event?.movedAtMs, 2]);
  }
});
