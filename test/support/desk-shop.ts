import { ALL_SCOPES } from './seed.ts';

/** Key of the company below, with all permissions. */
export const DESK_KEY = `lp_live_${'1'.repeat(32)}_${'7'.repeat(64)}`;

/**
 * Operator data for `startStack({ seed })`: a shop whose orders can have up to 200 cards, with managers at its desk.
 */
export const deskSeed = {
  companies: [
    {
      slug: 'nordlys',
      name: 'Nordlys',
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true, invoice_settlement: true },
      approved_urls: ['http://127.0.0.1/'],
      gift_card: {
        name: 'Card',
        minimum_amount: 100,
        maximum_amount: 500000,
        order_fee: 0,
        quantity: { maximum: 200 },
      },
      defaults: { sender_name: 'Nordlys', no_reply_email: 'no-reply@nordlys.example' },
    },
  ],
  api_keys: [{ company: 'nordlys', label: 'all', key: DESK_KEY, scopes: ALL_SCOPES }],
  users: ['sille', 'mads'].map((username) => ({
    username,
    password: `demo-password-${username}`,
    company: 'nordlys',
    can_list: true,
    role: 'manager',
  })),
};
