import { expect, test } from 'vitest';
import type { ShipmentRow } from '../../../functions/domain/fulfillment/shipments/rows.ts';
import { asLine } from '../../../lib/ops/shipments.ts';

test('a shipment whose address has several lines is one line', () => {
  const shipment = {
    reference: 'K7MTQ2XWPA',
    readyAtMs: 0,
    service: 'own_post',
    address: {
      kind: 'private',
      name: 'Bo Li\r\nc/o Holm',
      street: 'Søvej 4,\n2. tv.\n',
      postcode: '8600',
      city: 'Silkeborg',
      country: 'DK',
    },
    pickupPointId: null,
    priority: { id: 'spri_1', label: 'Express\n(1 day)' },
    cards: 2,
    documents: ['a.pdf', 'b.pdf'],
  } as unknown as ShipmentRow;
  expect(asLine(shipment)).toBe(
    '1970-01-01T00:00 | K7MTQ2XWPA | 2 cards | own_post | Express, (1 day) | ' +
      'Bo Li, c/o Holm, Søvej 4, 2. tv., 8600 Silkeborg, DK | a.pdf b.pdf',
  );
});
