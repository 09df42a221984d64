import type { Route } from '../../pipeline/route.ts';

/**
 * Routes that are not part of the public API: the test gateway, and notifications from gateways to the service.
 */

const TAG = 'Payments';

export const openTestSession = {
  name: 'open-test-session',
  method: 'POST',
  path: '/payments/test/sessions',
  entry: 'functions/api/payments/open-test-session.ts',
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
  entry: 'functions/api/payments/close-test-session.ts',
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
  entry: 'functions/api/payments/read-test-session.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: read the outcome of a session',
  tag: TAG,
  uses: ['keys', 'table:read'],
  testGateway: true,
} as const satisfies Route;

export const testSessionEvent = {
  name: 'test-session-event',
  method: 'POST',
  path: '/payments/test/sessions/{session_id}/events',
  entry: 'functions/api/payments/test-session-event.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: simulate a dispute, a refund in the dashboard, or missing notifications',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const refundTestPayment = {
  name: 'refund-test-payment',
  method: 'POST',
  path: '/payments/test/refunds',
  entry: 'functions/api/payments/refund-test-payment.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Test gateway: refund a payment',
  tag: TAG,
  uses: ['keys', 'table:write'],
  testGateway: true,
} as const satisfies Route;

export const readTestPayment = {
  name: 'read-test-payment',
  method: 'GET',
  path: '/payments/test/payments/{reference}',
  entry: 'functions/api/payments/read-test-payment.ts',
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
  entry: 'functions/api/payments/receive-test-notice.ts',
  access: 'public',
  replies: { 204: null },
  summary: 'Receive a signed notification from the test gateway',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  testGateway: true,
  timeoutSeconds: 20,
} as const satisfies Route;

export const receiveStripeNotice = {
  name: 'receive-stripe-notice',
  method: 'POST',
  path: '/payments/stripe/notifications',
  entry: 'functions/api/payments/receive-stripe-notice.ts',
  access: 'public',
  replies: { 204: null },
  summary: 'Receive a signed notification from Stripe',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 20,
} as const satisfies Route;

export const receiveMollieNotice = {
  name: 'receive-mollie-notice',
  method: 'POST',
  path: '/payments/mollie/notifications',
  entry: 'functions/api/payments/receive-mollie-notice.ts',
  access: 'public',
  replies: { 200: null },
  summary: 'Receive a notification from Mollie',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 20,
} as const satisfies Route;

export const paymentRoutes = [
  openTestSession,
  closeTestSession,
  readTestSession,
  testSessionEvent,
  refundTestPayment,
  readTestPayment,
  receiveTestNotice,
  receiveStripeNotice,
  receiveMollieNotice,
];
