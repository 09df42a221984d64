import { expect, it } from 'vitest';
import { idempotencyOf } from '../../../functions/pipeline/idempotency.ts';
import { refundOrderRoute, settleOrderRoute } from '../../../functions/api/orders/routes.ts';

const request = { company: 'nordlys', idempotencyKey: 'key-1', params: { order_id: 'po_1' } };

/** The key and hashes that earlier releases store. A repeat after a deployment must find and match its record. */
const KEY = 'vil0VGl443OebW2oXEvp8zTOMt8rn9S2_xtVwNV-nUQ';
const WITH_BODY = 'G4lOz5Wo10lojlujqfWIbIpYhJ5DHXklJmZ_xxo3rYA';
const WITHOUT_BODY = 'IWkqfDCVLaIYg9pzHNMhMFDDd8gu2T6MgpkiK15y1A8';

it('the stored key and hash of a request with a body are stable', () => {
  const input = { mode: 'invoice', external_reference: 'INV-1' };
  expect(idempotencyOf(settleOrderRoute, { ...request, input }, 60)).toEqual({
    row: { pk: `IDEMPOTENCY#nordlys#settle-order#${KEY}`, sk: 'record' },
    inputHash: WITH_BODY,
    keptForSeconds: 60,
  });
});

it('a missing body counts as an empty one', () => {
  const bodies = [undefined, {}];
  for (const input of bodies) {
    const { row, inputHash } = idempotencyOf(refundOrderRoute, { ...request, input });
    expect(row.pk).toBe(`IDEMPOTENCY#nordlys#refund-order#${KEY}`);
    expect(inputHash).toBe(WITHOUT_BODY);
  }
});
