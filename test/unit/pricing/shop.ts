import { refusal, shopOf, stockOf } from './sample.ts';

/** One product of every kind, with rules for tests. */
export const shop = shopOf({
  experiences: [
    {
      company: 'nordlys',
      id: 12,
      name: 'Spa',
      order_fee: 700,
      options: [
        { id: 31, name: 'One', amount: 59_900 },
        { id: 32, name: 'Two', amount: 99_900, quantity: { minimum: 2, maximum: 5 }, stock: 3, publish_stock: true },
        { id: 33, name: 'Hidden', amount: 10_000, stock: 3 },
        { id: 34, name: 'Off', amount: 10_000, active: false },
        { id: 35, name: 'Many', amount: 1000, quantity: { maximum: 5000 } },
        { id: 36, name: 'Many too', amount: 1000, quantity: { maximum: 5000 } },
      ],
    },
    {
      company: 'nordlys',
      id: 13,
      name: 'For companies',
      company_required: true,
      options: [{ id: 41, name: 'x', amount: 1 }],
    },
  ],
  events: [
    {
      company: 'nordlys',
      id: 5,
      slug: 'jazz',
      name: 'Jazz',
      starts_at: '2027-05-01T19:00:00+02:00',
      comment: { available: true, label: 'Diet', max_length: 5 },
      collection_points: [{ id: 2, name: 'Desk', address: 'A 1', city: 'B' }],
      options: [
        { id: 51, name: 'Seat', amount: 25_000, ticket_fee: 500 },
        { id: 52, name: 'Coded', amount: 25_000, requires: { code: true } },
        { id: 53, name: 'Collected', amount: 25_000, requires: { collection_point: true } },
        { id: 54, name: 'Sent', amount: 25_000, requires: { address: true } },
        { id: 55, name: 'Menu', amount: 10_000, ticket_fee: 500, add_on: true },
      ],
    },
    {
      company: 'nordlys',
      id: 6,
      slug: 'talk',
      name: 'Talk',
      starts_at: '2027-05-01T19:00:00+02:00',
      capacity_mode: 'per_order',
      tickets_per_event: 4,
      seats: 10,
      requires: { company: true, phone: true },
      grouped_tickets: true,
      options: [
        { id: 61, name: 'Front', amount: 2000, ticket_fee: 100, publish_stock: true },
        { id: 62, name: 'Back', amount: 1000 },
        { id: 63, name: 'Soup', amount: 500, add_on: true },
      ],
    },
    {
      company: 'nordlys',
      id: 7,
      slug: 'each',
      name: 'Each',
      starts_at: '2027-05-01T19:00:00+02:00',
      tickets_per_event: 4,
      add_ons_sold_alone: true,
      options: [
        { id: 71, name: 'Front', amount: 2000 },
        { id: 72, name: 'Back', amount: 1000 },
        { id: 73, name: 'Soup', amount: 500, add_on: true },
      ],
    },
  ],
  special_offers: [
    {
      company: 'nordlys',
      id: 9,
      name: 'Half',
      options: [
        { id: 91, name: 'v', amount: 30_000, regular_amount: 50_000, redeem_at_regular: true, stock: 40 },
        { id: 92, name: 'w', amount: 30_000, regular_amount: 50_000, stock: 2, publish_stock: true },
      ],
    },
  ],
});

export const experience = (option: number, quantity = 1) => ({
  product_id: 'gcv_12',
  product_option_id: `gcvo_${option}`,
  quantity,
});
export const ticket = (option: number, quantity = 1, details?: object) => ({
  product_id: `evt_${Math.floor(option / 10)}`,
  product_option_id: `evto_${option}`,
  quantity,
  ...(details ? { ticket: details } : {}),
});
export const offer = (option: number, quantity = 1) => ({
  product_id: 'so_9',
  product_option_id: `sov_${option}`,
  quantity,
});
export const card = (amount: number | undefined, quantity = 1) => ({ product_id: 'gift_card_value', amount, quantity });

export const refusalFor = (items: object[], mode: 'quote' | 'order' = 'quote', stock = stockOf()) =>
  refusal(shop, { items: items as never, mode, stock });
