import type { Route } from '../../pipeline/route.ts';

const TAG = 'Payments';

export const showPaymentPage = {
  name: 'show-payment-page',
  method: 'GET',
  path: '/pay/{session_id}',
  entry: 'functions/pages/payment/show-payment-page.ts',
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
  entry: 'functions/pages/payment/submit-payment.ts',
  access: 'public',
  replies: { 303: null },
  summary: 'Pay with the form of the payment page, use a gift card, or abandon the payment with `abandon=1`',
  tag: TAG,
  uses: ['keys', 'table:write', 'payments'],
  testGateway: true,
} as const satisfies Route;

export const paymentPageRoutes = [showPaymentPage, submitPayment];
