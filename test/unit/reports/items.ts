import type { ItemFacts } from '../../../functions/domain/value/items/rows.ts';
import { sampleFacts } from '../items/sample.ts';

/** A gift card worth 100.00 that is valid for years, with changes by a test. */
export const itemFacts = (more: Partial<ItemFacts>): ItemFacts =>
  sampleFacts({
    code: 'CARD-1',
    orderId: 'ord_1',
    sender: { name: null, email: null, phone: null },
    receiver: { name: null, email: null, phone: null },
    validUntilMs: Date.UTC(2028, 11, 31),
    orderValidUntilMs: Date.UTC(2028, 11, 31),
    createdAtMs: Date.UTC(2026, 4, 1),
    ...more,
  });
