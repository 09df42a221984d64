/** The same measurements before the optimization of a sale. */
export const BEFORE: Record<string, Record<string, { calls: number; write: number }>> = {
  sale: {
    quote: { calls: 2, write: 1 },
    order: { calls: 3, write: 10 },
    session: { calls: 5, write: 18 },
    payment: { calls: 3, write: 4 },
    'settle notices': { calls: 4, write: 14 },
    fulfillment: { calls: 3, write: 18 },
    counts: { calls: 2, write: 10 },
    'events and search': { calls: 11, write: 70 },
    mail: { calls: 7, write: 10 },
    all: { calls: 40, write: 155 },
  },
  'sale with an endpoint': {
    quote: { calls: 2, write: 1 },
    order: { calls: 3, write: 10 },
    session: { calls: 5, write: 18 },
    payment: { calls: 3, write: 4 },
    'settle notices': { calls: 4, write: 14 },
    fulfillment: { calls: 3, write: 18 },
    counts: { calls: 2, write: 10 },
    'events and search': { calls: 14, write: 83 },
    mail: { calls: 7, write: 10 },
    deliveries: { calls: 6, write: 13 },
    all: { calls: 49, write: 181 },
  },
  claim: {
    counts: { calls: 2, write: 16 },
    claim: { calls: 4, write: 12 },
    all: { calls: 6, write: 28 },
  },
  refund: {
    counts: { calls: 2, write: 16 },
    'events and search': { calls: 2, write: 3 },
    refund: { calls: 5, write: 34 },
    'refund at the gateway': { calls: 3, write: 4 },
    all: { calls: 12, write: 57 },
  },
  settlement: {
    fulfillment: { calls: 3, write: 16 },
    counts: { calls: 2, write: 10 },
    'events and search': { calls: 9, write: 68 },
    mail: { calls: 7, write: 10 },
    settle: { calls: 3, write: 15 },
    all: { calls: 24, write: 119 },
  },
  expiry: {
    expiry: { calls: 2, write: 5 },
    all: { calls: 2, write: 5 },
  },
};

/** Number of calls by design, if lib/decisions/order-life.md states one. */
export const DESIGNED: Record<string, Record<string, number>> = {
  sale: { order: 2, session: 3, fulfillment: 2 },
  refund: { refund: 4 },
  settlement: { settle: 2 },
  expiry: { expiry: 2 },
};
