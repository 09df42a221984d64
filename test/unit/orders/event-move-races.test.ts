import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManagedProduct } from '../../../functions/domain/administration/catalog/read.ts';
import { updateProduct } from '../../../functions/domain/administration/catalog/update.ts';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { eventMoveKey, type EventMoveRow } from '../../../functions/domain/fulfillment/event-reschedule/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, option } from '../operator-data/samples.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const VENUE = { name: 'Harbour', address: 'Quay 1', postcode: '8000' };

test('the move of an event includes a venue that changes at any time during an import of its new date', async () => {
  const direct = documents.send;
  for (let at = 1, isDuring = true; isDuring; at++) {
    const slug = `venue-${at}`;
    const file = (startsAt: string) => ({
      companies: [company(slug)],
      events: [event(slug, 1, [option(1)], { starts_at: startsAt })],
    });
    await importOperatorData(file('2030-05-01T19:00:00+02:00'));
    const patch = async (): Promise<void> => {
      const { tag: ifMatch } = await readManagedProduct(slug, 'events', '1');
      const named = { company: slug, family: 'events', id: '1', ifMatch, idempotency: undefined };
      await updateProduct({ ...named, patch: { venue: VENUE } });
    };
    let calls = 0;
    documents.send = async (command) => {
      if (++calls === at) {
        documents.send = direct;
        await patch();
      }
      return direct(command);
    };
    const later = importOperatorData(file('2030-06-01T19:00:00+02:00'));
    await later.catch((error: unknown) => expect(error).toBeInstanceOf(OperatorDataError));
    isDuring = documents.send === direct;
    documents.send = direct;
    const move = await getRow<EventMoveRow>(eventMoveKey(slug, 'evt_1'), { consistent: true });
    if (isDuring) expect([at, move?.elsewhere]).toEqual([at, true]);
  }
});
