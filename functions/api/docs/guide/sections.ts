import { METHODS, PAYMENT_METHODS } from '../../../platform/payment-methods.ts';
import { EVENTS } from '../../../domain/events/catalog/event-catalog.ts';
import { RETRY_DELAYS_MS } from '../../../domain/notifications/webhooks/rules.ts';
import { SCOPES } from '../../../platform/scopes.ts';
import { routes } from '../../../routes.ts';
import { scopesOf } from '../../../pipeline/route.ts';
import { ERROR_CODES } from '../../../platform/error-codes.ts';
import { REQUESTS_PER_MINUTE } from '../../../platform/request-rate.ts';
import { pictureOfStates, tableOfStates } from './picture.ts';
import { escapeHtml } from '../../../platform/html-text.ts';
import { readSample, VERIFY_SAMPLES } from './samples.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text.trim())}</code></pre>`;

/** Converts text with code in backticks to HTML. */
const proseHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table></div>`;

interface Section {
  id: string;
  title: string;
  html: string;
}

const firstSale = (url: string): string => `
<p>Five requests sell a gift card. Send all of them from your server: an API key is a secret.</p>
${code(`URL=${url}
KEY=lp_test_...

# 1. Get the price.
curl $URL/v2/quotes -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"items": [{"product_id": "gift_card_value", "amount": 50000, "quantity": 1}]}'

# 2. Create the order. A retry with the same key does not create another one.
curl $URL/v2/orders -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: cart-4711' \\
  -d '{"items": [{"product_id": "gift_card_value", "amount": 50000, "quantity": 1}],
       "sender": {"name": "Anna Holm", "email": "anna@example.com"},
       "recipient": {"name": "Bo Lind", "email": "bo@example.com"},
       "return_url": "https://shop.example/thanks"}'

# 3. Open a payment page, and redirect the buyer to its url.
curl -X POST $URL/v2/orders/po_.../checkout-sessions -H "Authorization: Bearer $KEY" -H 'Idempotency-Key: pay-4711'

# 4. Read the order, or wait for a webhook. The return of the browser does not prove a payment.
curl $URL/v2/orders/po_... -H "Authorization: Bearer $KEY"

# 5. Download the card.
curl -o card.pdf $URL/v2/orders/po_.../gift-card.pdf -H "Authorization: Bearer $KEY"`)}
<p>Amounts in catalog, quotes, orders and refunds are in the smallest unit: 50000 is 500.00 kr. Items and reports use decimals.</p>`;

const IDEMPOTENCY = `
<p>Send an <code>Idempotency-Key</code> of your own, such as the number of the cart, with every write that requires one. If there is no
response, send the same bytes with the same key again: the write happens once, and the first response is returned with
<code>Idempotency-Replayed: true</code>.</p>
<ul><li>The same key with different input is 409 <code>idempotency_conflict</code>.</li>
<li>While the first request is still running, the response is 409 <code>request_in_progress</code> with <code>Retry-After</code>.</li>
<li>After an error of the request (4xx) the key can be used again.</li>
<li>Keys of orders and payments are kept as long as their order, others for at least seven days.</li>
<li>Writes on items (claim, refund, cancel, activate, resend, issue, capture) do not require a key, but then a retry redeems or issues a
second time. Send an <code>Idempotency-Key</code> from the first attempt on; <code>X-Request-Guid</code> is another name for it. The response
has it as <code>X-Request-Guid</code>, and it is kept for 400 days. If both headers are sent, they must be equal.</li></ul>`;

const storedValue = (url: string): string => `
<p>Your own shop or till holds value of a card while the buyer checks out, captures it when the order is placed, and releases it when the
buyer leaves. One redemption uses up to ten cards, all of them or none.</p>
${code(`# Hold 200.00 kr. of two cards for 15 minutes.
curl ${url}/v2/redemptions -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: cart-4711' \\
  -d '{"sources": [{"code": "..."}, {"code": "..."}], "amount": 200, "capture": false, "reference": "cart-4711"}'

# No response? Send the same request with the same key: the value is held once.

# The order is placed.
curl -X POST ${url}/v2/redemptions/rdm_.../capture -H "Authorization: Bearer $KEY" -H 'Idempotency-Key: cart-4711-capture'

# Or the buyer has left.
curl -X POST ${url}/v2/redemptions/rdm_.../release -H "Authorization: Bearer $KEY" -H 'Idempotency-Key: cart-4711-release'`)}
<ul><li>Without <code>amount</code>, the whole value of each card is used. With <code>partial: true</code>, the redemption uses the available
value, and <code>outstanding</code> is the amount left to pay in another way.</li>
<li>A hold ends at <code>expires_at</code>. A later capture is 409 <code>redemption_expired</code>; an earlier one succeeds even if the card has
expired or was blocked in the meantime.</li>
<li>To pay an order of this service with a card, use <code>POST /v2/orders/{id}/gift-cards</code>. The rest is <code>payment.due</code>, which the
next checkout session charges.</li></ul>`;

const afterSale = (url: string): string => `
${code(`# Refund an order: all that is left, or an amount. The value that was issued for it is withdrawn.
curl -X POST ${url}/v2/orders/po_.../refund -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: refund-4711' -d '{"amount": 10000}'

# Undo a redemption, or a part of it: its cards get the value back.
curl -X POST ${url}/v2/redemptions/rdm_.../refund -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: undo-4711' -d '{"amount": 50}'

# Mail a card again.
curl -X POST ${url}/v2/items/CODE/resend -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: resend-4711' -d '{"email": "bo@example.com"}'`)}`;

const lists = (url: string): string => `
${code(`# Orders with a status, 50 at a time.
curl "${url}/v2/orders?status=fulfilled&limit=50" -H "Authorization: Bearer $KEY"

# While has_more is true, get the next page with next_cursor of the previous one, unchanged.
curl "${url}/v2/orders?status=fulfilled&limit=50&starting_after=NEXT_CURSOR" -H "Authorization: Bearer $KEY"`)}
<ul><li>A key has ${REQUESTS_PER_MINUTE} requests a minute, refilled continuously. <code>X-Rate-Limit-Remaining</code> is the number left, and
<code>X-Rate-Limit-Reset</code> the number of seconds until all are available again.</li>
<li>After 429 <code>rate_limited</code> nothing has changed: wait for the seconds in <code>Retry-After</code>, then send the same request again.</li>
<li>After a 5xx, or without a response, wait a second, then twice as long each time, and send the same bytes with the same key. Use a new key
only after 502 <code>refund_declined</code>.</li></ul>`;

const errors = (): string =>
  `<p>Every error has the same form. Branch on <code>code</code>, and show <code>message</code> to people. With 422, <code>fields</code> lists
what to correct. Include the <code>X-Request-Id</code> in questions about an error.</p>
${code('{"error": {"code": "validation_failed", "message": "...", "fields": {"items.0.quantity": ["..."]}}}')}
${table(
  ['Code', 'Status', 'Meaning'],
  Object.entries(ERROR_CODES).map(([name, { statuses, meaning }]) => [
    `<code>${name}</code>`,
    statuses.join(', '),
    proseHtml(meaning),
  ]),
)}`;

const span = (ms: number): string => {
  if (ms < MINUTE_MS) return `${ms / 1000} s`;
  return ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`;
};

const webhooks = (): string => `
<p>Register an address with <code>POST /v2/webhook-endpoints</code>, store the secret from the response, and respond with 2xx once the
event is stored. After any other response, or none within 10 seconds, it is sent again after ${RETRY_DELAYS_MS.map(span).join(', ')}.
Events may arrive twice and out of order: store their ids with a unique constraint, and sort them by <code>sequence</code>. Events of
the last 30 days are in <code>GET /v2/webhook-events</code>.</p>
${table(
  ['Event', 'Meaning'],
  Object.entries(EVENTS).map(([type, { meaning }]) => [`<code>${type}</code>`, proseHtml(meaning)]),
)}
<h3 id="verification">Verification</h3>
<p>Read the raw body before anything parses it. <code>Service-Webhook-Signature</code> holds one or more <code>v1=</code> values, newest
first: the hexadecimal HMAC-SHA256, with the whole secret, of <code>timestamp.id.body</code>. One match is enough. The headers of
<a href="https://www.standardwebhooks.com">Standard Webhooks</a> are sent, too, so its libraries work as well.</p>
${VERIFY_SAMPLES.map(({ language, file }) => `<h4>${escapeHtml(language)}</h4>${code(readSample(file))}`).join('')}`;

const CARDS: readonly (readonly [string, string])[] = [
  ['4242 4242 4242 4242', 'Authorized, then captured.'],
  ['4000 0000 0000 0002', 'Declined.'],
  ['4000 0000 0000 9995', 'Declined: insufficient funds.'],
  ['4000 0000 0000 0341', 'Authorized; captured a minute later.'],
  ['4000 0000 0000 0259', 'Authorized and captured; every notification arrives three times, out of order.'],
  ['4000 0000 0000 0085', 'Authorized for one smallest unit less than the total.'],
  ['4000 0000 0000 5126', 'Paid; its refunds are declined (502 <code>refund_declined</code>).'],
  [
    '4000 0000 0000 0218',
    'Authorized, and never captured: the authorization ends after 15 minutes, and the order is cancelled.',
  ],
];

const OUTCOMES: readonly (readonly [string, string])[] = [
  ['approved', 'Authorized, then captured.'],
  ['declined', 'Declined. The buyer can try again on the page, or choose another method.'],
  ['approved_late', 'Approved a minute later; until then nothing is reported.'],
  ['expired', 'Authorized, and never captured. Not available for methods that capture immediately.'],
];

const testPayments = (): string => `${table(['Number', 'What happens'], CARDS)}
<p>The page also offers the other payment methods of the company that support the total and its currency (<code>contract.payment_methods</code>).
Their forms post <code>method</code> and <code>outcome</code>:</p>
${table(
  ['Outcome', 'What happens'],
  OUTCOMES.map(([outcome, text]) => [`<code>${outcome}</code>`, text]),
)}
${table(
  ['Method', 'Currencies', 'Captured'],
  PAYMENT_METHODS.map((type) => [
    `<code>${type}</code>`,
    METHODS[type].currencies?.join(', ') ?? 'every currency',
    METHODS[type].capture === 'manual' ? 'after an authorization' : 'immediately',
  ]),
)}`;

const scopes = (): string => {
  const described = routes.filter(({ access }) => access === 'api-key');
  return `<p>A key has only the permissions of its scopes. No scope includes another one.</p>${table(
    ['Scope', 'Operations'],
    SCOPES.map((scope) => [
      `<code>${scope}</code>`,
      described
        .filter((route) => scopesOf(route).includes(scope))
        .map(({ summary }) => escapeHtml(summary))
        .join('; '),
    ]),
  )}`;
};

const ENVIRONMENTS = `
<p>The environments are production, demo and development, each with its own database. Only production accepts live payments;
elsewhere every payment is a test payment. A key is permanently live (<code>lp_live_</code>) or test (<code>lp_test_</code>). Both access the
same data, but in production a test key cannot charge or refund money (409
<code>test_key_not_accepted_in_production</code>). On your own machine, <code>npm ci &amp;&amp; npm start</code> runs the whole system.</p>`;

/** Sections of the guide, in the order in which developers need them. */
export const sectionsOf = (url: string): readonly Section[] => [
  { id: 'first-sale', title: 'First sale', html: firstSale(escapeHtml(url)) },
  { id: 'idempotency', title: 'Idempotency', html: IDEMPOTENCY },
  { id: 'stored-value', title: 'Spend a card in your own shop', html: storedValue(escapeHtml(url)) },
  { id: 'after-the-sale', title: 'After the sale', html: afterSale(escapeHtml(url)) },
  { id: 'lists', title: 'Lists, limits and retries', html: lists(escapeHtml(url)) },
  { id: 'states', title: 'States of an order', html: `${pictureOfStates()}${tableOfStates()}` },
  { id: 'webhooks', title: 'Webhooks', html: webhooks() },
  { id: 'errors', title: 'Errors by code', html: errors() },
  { id: 'test-cards', title: 'Test cards', html: testPayments() },
  { id: 'scopes', title: 'Scopes', html: scopes() },
  { id: 'environments', title: 'Environments', html: ENVIRONMENTS },
];
