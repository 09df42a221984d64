import type { Route } from '../route.ts';

/** Routes that are no part of the partner API: the buyer's payment page, and what passes between gateway and service. */
const TAG = 'Payments';

export const showPaymentPage = {
  name: 'show-payment-page',
  method: 'GET',
  path: '/pay/{session_id}',
  entry: 'functions/http/payments/show-payment-page.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'The hosted payment page of the test gateway, as HTML',
  tag: TAG,
  uses: ['table:read'],
  testGateway: true,
} as const satisfies Route;

export const submitPayment = {
  name: 'submit-payment',
  method: 'POST',
  path: '/pay/{session_id}',
  entry: 'functions/http/payments/submit-payment.ts',
  access: 'public',
  replies: { 303: null },
  summary: 'Pay with the form of the payment page, or leave it with `abandon=1`',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const openTestSession = {
  name: 'open-test-session',
  method: 'POST',
  path: '/payments/test/sessions',
  entry: 'functions/http/payments/open-test-session.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: open a session',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const closeTestSession = {
  name: 'close-test-session',
  method: 'POST',
  path: '/payments/test/sessions/{session_id}/close',
  entry: 'functions/http/payments/close-test-session.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: close a session',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const readTestSession = {
  name: 'read-test-session',
  method: 'GET',
  path: '/payments/test/sessions/{session_id}',
  entry: 'functions/http/payments/read-test-session.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: read what became of a session',
  tag: TAG,
  uses: ['keys', 'table:read'],
  testGateway: true,
} as const satisfies Route;

export const testSessionEvent = {
  name: 'test-session-event',
  method: 'POST',
  path: '/payments/test/sessions/{session_id}/events',
  entry: 'functions/http/payments/test-session-event.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: make a payment meet a dispute, a refund of its dashboard, or silence',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const refundTestPayment = {
  name: 'refund-test-payment',
  method: 'POST',
  path: '/payments/test/refunds',
  entry: 'functions/http/payments/refund-test-payment.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: give money back',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const readTestPayment = {
  name: 'read-test-payment',
  method: 'GET',
  path: '/payments/test/payments/{reference}',
  entry: 'functions/http/payments/read-test-payment.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: read a payment',
  tag: TAG,
  uses: ['keys', 'table:read'],
  testGateway: true,
} as const satisfies Route;

export const receiveTestNotice = {
  name: 'receive-test-notice',
  method: 'POST',
  path: '/payments/test/notifications',
  entry: 'functions/http/payments/receive-test-notice.ts',
  access: 'public',
  replies: { 204: null },
  summary: 'Take a signed notification of the test gateway',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  testGateway: true,
  timeoutSeconds: 20,
} as const satisfies Route;

export const receiveStripeNotice = {
  name: 'receive-stripe-notice',
  method: 'POST',
  path: '/payments/stripe/notifications',
  entry: 'functions/http/payments/receive-stripe-notice.ts',
  access: 'public',
  replies: { 204: null },
  summary: 'Take a signed notification of Stripe',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 20,
} as const satisfies Route;

export const paymentRoutes = [
  showPaymentPage,
  submitPayment,
  openTestSession,
  closeTestSession,
  readTestSession,
  testSessionEvent,
  refundTestPayment,
  readTestPayment,
  receiveTestNotice,
  receiveStripeNotice,
];
