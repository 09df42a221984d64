import { describe, expect, it } from 'vitest';
import { shortage } from '../../../functions/domain/checkout/orders/shortage.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import type { Family } from '../../../functions/domain/catalog/products/ids.ts';
import type { ApiError } from '../../../functions/platform/errors.ts';
import { EVENT_SEATS } from '../../../functions/domain/catalog/stock/rows.ts';

const SEATS = 'stock:evt_1:seats';

/** The stock part of an order's line: its units by counter. */
const line = (family: Family, productId: string, holds: Record<string, number>): OrderLine =>
  ({
    family,
    productId,
    holds: Object.entries(holds).map(([optionId, quantity]) => ({ productId, optionId, quantity })),
  }) as OrderLine;
const seated = (quantity: number, option = 'evto_1'): OrderLine =>
  line('event_ticket', 'evt_1', { [option]: quantity, [EVENT_SEATS]: quantity });
const detailsOf = ({ status, code, fields, message }: ApiError) => ({ status, code, details: fields ?? message });

describe('an order that exceeds the stock', () => {
  it('reports the line that exceeds the seats, not the first line with seats', () => {
    expect(detailsOf(shortage([seated(3), seated(2, 'evto_2'), seated(1, 'evto_3')], new Map([[SEATS, 4]])))).toEqual({
      status: 422,
      code: 'above_maximum',
      details: {
        'items.1.quantity': ['Only 4 seats of this event are left.'],
        'items.2.quantity': ['Only 4 seats of this event are left.'],
      },
    });
  });

  it('reports only the line that exceeds the stock by itself', () => {
    expect(detailsOf(shortage([seated(1), seated(5, 'evto_2')], new Map([[SEATS, 4]]))).details).toEqual({
      'items.1.quantity': ['Only 4 of this are left.'],
    });
    expect(detailsOf(shortage([seated(1)], new Map([[SEATS, 0]]))).details).toEqual({
      'items.0.quantity': ['This option is sold out.'],
    });
  });

  it('distinguishes options and seats of an event', () => {
    const lines = [seated(2), seated(3, 'evto_2')];
    expect(detailsOf(shortage(lines, new Map([['stock:evt_1:evto_2', 1]]))).details).toEqual({
      'items.1.quantity': ['Only 1 of this are left.'],
    });
  });

  it('is a conflict when an offer has too few units, even with other shortages', () => {
    const lines = [line('special_offer', 'spf_1', { spo_1: 2 }), line('special_offer', 'spf_2', { spo_2: 3 })];
    expect(detailsOf(shortage(lines, new Map([['stock:spf_2:spo_2', 1]])))).toEqual({
      status: 409,
      code: 'insufficient_stock',
      details: 'items.1.quantity: only 1 of this offer are left.',
    });
  });

  it('may be sent again when the missing stock has returned', () => {
    expect(detailsOf(shortage([seated(2)], new Map([[SEATS, 2]])))).toMatchObject({
      status: 409,
      code: 'order_not_created',
    });
  });
});
