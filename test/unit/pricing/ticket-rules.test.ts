import { describe, expect, test } from 'vitest';
import { price, stockOf } from './sample.ts';
import { card, experience, refusalFor, shop, ticket } from './shop.ts';

describe('events', () => {
  test('tickets_per_event limits all lines of the event together with per_order, without add-ons', () => {
    expect(refusalFor([ticket(61, 3), ticket(62, 2)])).toMatchObject({
      code: 'above_maximum',
      fields: ['items.1.quantity'],
    });
    expect(price(shop, { items: [ticket(61, 3), ticket(62, 1), ticket(63, 9)] }).family).toBe('event_ticket');
  });

  test('tickets_per_event limits each option separately with per_ticket', () => {
    expect(price(shop, { items: [ticket(71, 4), ticket(72, 4)] }).lines).toHaveLength(2);
    expect(refusalFor([ticket(71, 4), ticket(72, 5)]).fields).toEqual(['items.1.quantity']);
  });

  test('the seats of the event limit all its lines together, and add-ons take none', () => {
    const seats = stockOf({ 'evt_6/seats': 3 });
    expect(refusalFor([ticket(61, 2), ticket(62, 2)], 'order', seats).fields).toEqual(['items.1.quantity']);
    const { lines } = price(shop, { items: [ticket(61, 3), ticket(63, 5)], mode: 'order', stock: seats });
    expect(lines.map((line) => line.holds)).toEqual([[{ productId: 'evt_6', optionId: 'seats', quantity: 3 }], []]);
  });

  test('grouped tickets are one item for all seats of a line', () => {
    const [line] = price(shop, { items: [ticket(61, 4)] }).lines;
    expect(line).toMatchObject({ quantity: 4, itemCount: 1, piecesPerItem: 4, itemValue: 8000, fees: 400 });
  });

  test('an add-on is bought with a ticket to its event, unless the event sells it alone', () => {
    expect(refusalFor([ticket(55)]).fields).toEqual(['items.0.product_option_id']);
    expect(refusalFor([ticket(55), ticket(71)]).fields).toEqual(['items.0.product_option_id']);
    expect(price(shop, { items: [ticket(55), ticket(51)] }).amounts.fees).toBe(500);
    expect(price(shop, { items: [ticket(73)] }).lines[0]?.addOn).toBe(true);
  });

  test('an event accepts one comment, on any of its lines, counted in code points', () => {
    expect(refusalFor([ticket(51, 1, { comment: 'a' }), ticket(55, 1, { comment: 'b' })]).fields).toEqual([
      'items.1.ticket.comment',
    ]);
    expect(refusalFor([ticket(51, 1, { comment: 'abcdef' })]).fields).toEqual(['items.0.ticket.comment']);
    const { lines } = price(shop, { items: [ticket(51, 1, { comment: '😀😀😀😀😀' }), ticket(55)] });
    expect(lines.map((line) => line.ticket?.comment)).toEqual(['😀😀😀😀😀', '😀😀😀😀😀']);
  });

  test('an event without comments refuses one', () => {
    expect(refusalFor([ticket(71, 1, { comment: 'a' })]).fields).toEqual(['items.0.ticket.comment']);
  });

  test('an option can require a code, an address and a collection point', () => {
    expect(refusalFor([ticket(52)]).fields).toEqual(['items.0.ticket.code']);
    expect(refusalFor([ticket(53)]).fields).toEqual(['items.0.ticket.collection_point_id']);
    expect(refusalFor([ticket(54)]).fields).toEqual(['items.0.ticket.address']);
    expect(price(shop, { items: [ticket(52, 1, { code: 'X1' })] }).lines[0]?.ticket).toEqual({ code: 'X1' });
  });

  test('an address replaces a collection point, and cannot be combined with one', () => {
    const address = { name: 'A', street: 'S 1', city: 'C' };
    expect(price(shop, { items: [ticket(53, 1, { address })] }).lines[0]?.ticket).toEqual({ address });
    expect(refusalFor([ticket(53, 1, { address, collection_point_id: 'epp_2' })]).fields).toEqual([
      'items.0.ticket.address',
    ]);
    expect(price(shop, { items: [ticket(53, 1, { collection_point_id: 'epp_2' })] }).lines[0]?.ticket).toEqual({
      collectionPoint: { id: 'epp_2', name: 'Desk', address: 'A 1', city: 'B' },
    });
  });

  test('a collection point of another event does not exist', () => {
    expect(refusalFor([ticket(53, 1, { collection_point_id: 'epp_9' })]).fields).toEqual([
      'items.0.ticket.collection_point_id',
    ]);
  });

  test('only event lines accept ticket details', () => {
    expect(refusalFor([{ ...experience(31), ticket: {} }]).fields).toEqual(['items.0.ticket']);
    expect(refusalFor([{ ...card(10_000), ticket: {} }]).fields).toEqual(['items.0.ticket']);
  });

  test('an event or product for companies only is reported as such', () => {
    expect(price(shop, { items: [ticket(61)] })).toMatchObject({ companyRequired: true });
    expect(price(shop, { items: [experience(31)] }).companyRequired).toBe(false);
    const companies = { product_id: 'gcv_13', product_option_id: 'gcvo_41', quantity: 1 };
    expect(price(shop, { items: [companies] }).companyRequired).toBe(true);
  });
});
