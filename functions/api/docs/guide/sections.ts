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

const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text.trim())}</code></pre>`;

/** A text with code between backticks. */
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
<p>Five requests sell a gift card. Every one of them comes from your server: an API key is a secret.</p>
${code(`URL=${url}
KEY=lp_test_...

# 1. What does it cost?
curl $URL/v2/quotes -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"items": [{"product_id": "gift_card_value", "amount": 50000, "quantity": 1}]}'

# 2. Order it. Sending the same again with the same key creates nothing new.
curl $URL/v2/orders -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: cart-4711' \\
  -d '{"items": [{"product_id": "gift_card_value", "amount": 50000, "quantity": 1}],
       "sender": {"name": "Anna Holm", "email": "anna@example.com"},
       "recipient": {"name": "Bo Lind", "email": "bo@example.com"},
       "return_url": "https://shop.example/thanks"}'

# 3. Open the payment page, and send the buyer's browser to its url.
curl -X POST $URL/v2/orders/po_.../checkout-sessions -H "Authorization: Bearer $KEY" -H 'Idempotency-Key: pay-4711'

# 4. Read the order. The browser that comes back proves nothing; this does, and so do webhooks.
curl $URL/v2/orders/po_... -H "Authorization: Bearer $KEY"

# 5. Fetch the card.
curl -o card.pdf $URL/v2/orders/po_.../gift-card.pdf -H "Authorization: Bearer $KEY"`)}
<p>Money of catalog, quotes, orders and refunds counts the smallest unit: 50000 is 500.00 kr. Items and reports use decimals.</p>`;

const IDEMPOTENCY = `
<p>Send an <code>Idempotency-Key</code> of your own making with every write that asks for one, such as the number of the cart. When no
answer comes, send the same bytes with the same key again: it is done once, and the first answer comes back, marked by
<code>Idempotency-Replayed: true</code>.</p>
<ul><li>The same key with other input is 409 <code>idempotency_conflict</code>.</li>
<li>While the first request still runs, the answer is 409 <code>request_in_progress</code> with <code>Retry-After</code>.</li>
<li>A request that failed by a rule (4xx) leaves its key free.</li>
<li>Keys of orders and payments live as long as their order, others seven days at least.</li>
<li>Writes on items (claim, refund, cancel, activate, resend, issue, capture) work without a key, but then a repeat redeems or issues a
second time. Send an <code>Idempotency-Key</code> from the first attempt on; <code>X-Request-Guid</code> is another name of it. The answer
carries it as <code>X-Request-Guid</code>, and it is good for 400 days. Where both headers are sent, they must be the same.</li></ul>`;

const storedValue = (url: string): string => `
<p>Your own shop or till holds value of a card while the buyer checks out, captures it when the order is placed, and releases it when the
buyer leaves. One redemption takes up to ten cards, all of them or none.</p>
${code(`# Hold 200.00 kr. of two cards for 15 minutes.
curl ${url}/v2/redemptions -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: cart-4711' \\
  -d '{"sources": [{"code": "..."}, {"code": "..."}], "amount": 200, "capture": false, "reference": "cart-4711"}'

# No response? Send the same request with the same key: the value is held once.

# The order is placed.
curl -X POST ${url}/v2/redemptions/rdm_.../capture -H "Authorization: Bearer $KEY" -H 'Idempotency-Key: cart-4711-capture'

# Or the buyer has left.
curl -X POST ${url}/v2/redemptions/rdm_.../release -H "Authorization: Bearer $KEY" -H 'Idempotency-Key: cart-4711-release'`)}
<ul><li>Without <code>amount</code> each card gives everything it has. With <code>partial: true</code> the redemption takes what is there, and
<code>outstanding</code> is what is left to pay in another way.</li>
<li>A hold ends at <code>expires_at</code>. A capture afterwards is 409 <code>redemption_expired</code>; before it, it succeeds although the card has
expired or was blocked meanwhile.</li>
<li>A card pays an order of this service with <code>POST /v2/orders/{id}/gift-cards</code>. What is left is <code>payment.due</code>, and the next
checkout session takes it.</li></ul>`;

const afterSale = (url: string): string => `
${code(`# Refund an order: everything that is left of it, or an amount. The value that was issued for it is withdrawn.
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

# While has_more is true, the next page: next_cursor of the previous one, unchanged.
curl "${url}/v2/orders?status=fulfilled&limit=50&starting_after=NEXT_CURSOR" -H "Authorization: Bearer $KEY"`)}
<ul><li>A key has ${REQUESTS_PER_MINUTE} requests a minute, refilled continuously. <code>X-Rate-Limit-Remaining</code> is the number that is left, and
<code>X-Rate-Limit-Reset</code> the seconds until all are.</li>
<li>429 <code>rate_limited</code> changed nothing: wait for the seconds of <code>Retry-After</code>, then send the same again.</li>
<li>After a 5xx, or without a response, wait a second, then twice as long each time, and send the same bytes with the same key. Only after 502
<code>refund_declined</code> take a new key.</li></ul>`;

const errors = (): string =>
  `<p>Every error has the same form. Branch on <code>code</code>, show <code>message</code> to people, and find what to correct in
<code>fields</code>, which 422 has. Quote <code>X-Request-Id</code> in questions about it.</p>
${code('{"error": {"code": "validation_failed", "message": "...", "fields": {"items.0.quantity": ["..."]}}}')}
${table(
  ['Code', 'Status', 'What it says'],
  Object.entries(ERROR_CODES).map(([name, { statuses, meaning }]) => [
    `<code>${name}</code>`,
    statuses.join(', '),
    proseHtml(meaning),
  ]),
)}`;

const span = (ms: number): string => {
  if (ms < 60_000) return `${ms / 1000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
};

const webhooks = (): string => `
<p>Register an address with <code>POST /v2/webhook-endpoints</code>, keep the secret that its first answer shows, and answer 2xx once the
event is stored. After any other response, or none within 10 seconds, it is sent again after ${RETRY_DELAYS_MS.map(span).join(', ')}.
Events may come twice and out of order: store their ids under a unique constraint, and order them by <code>sequence</code>. Events of
the last 30 days are in <code>GET /v2/webhook-events</code>.</p>
${table(
  ['Event', 'Meaning'],
  Object.entries(EVENTS).map(([type, { meaning }]) => [`<code>${type}</code>`, proseHtml(meaning)]),
)}
<h3 id="verification">Verification</h3>
<p>Read the raw body before anything parses it. <code>Service-Webhook-Signature</code> holds one or more <code>v1=</code> values, newest
first: the hexadecimal HMAC-SHA256, under the whole secret, of <code>timestamp.id.body</code>. One that fits is enough. The headers of
<a href="https://www.standardwebhooks.com">Standard Webhooks</a> are sent, too, so its libraries work as well.</p>
${VERIFY_SAMPLES.map(({ language, file }) => `<h4>${escapeHtml(language)}</h4>${code(readSample(file))}`).join('')}`;

const CARDS: readonly (readonly [string, string])[] = [
  ['4242 4242 4242 4242', 'Authorized, then captured.'],
  ['4000 0000 0000 0002', 'Declined.'],
  ['4000 0000 0000 9995', 'Declined: insufficient funds.'],
  ['4000 0000 0000 0341', 'Authorized; captured a minute later.'],
  ['4000 0000 0000 0259', 'Authorized and captured; every notification comes three times, out of order.'],
  ['4000 0000 0000 0085', 'Authorized for one smallest unit less than the total.'],
  ['4000 0000 0000 5126', 'Paid; a refund of it is refused (502 <code>refund_declined</code>).'],
  [
    '4000 0000 0000 0218',
    'Authorized, and never captured: the authorization ends after 15 minutes, and the order is cancelled.',
  ],
];

const OUTCOMES: readonly (readonly [string, string])[] = [
  ['approved', 'Authorized, then captured.'],
  ['declined', 'Declined. The buyer can try again on the page, or choose another method.'],
  ['approved_late', 'Approved a minute later; until then nothing is reported.'],
  ['expired', 'Authorized, and never captured. Methods that capture immediately do not have it.'],
];

const testPayments = (): string => `${table(['Number', 'What happens'], CARDS)}
<p>The page also offers the other payment methods of the company that take the total and its currency (<code>contract.payment_methods</code>).
Such a form posts <code>method</code> and <code>outcome</code>:</p>
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
  return `<p>A key may do what its scopes say and no more; none implies another.</p>${table(
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
<p>There are three: production, demo and development, each with a database of its own. Only production takes live payments;
elsewhere every payment is a test payment. A key is live (<code>lp_live_</code>) or test (<code>lp_test_</code>) for good: both see the same
data, but in production a test key can neither take nor return money (409
<code>test_key_not_accepted_in_production</code>). On your own machine <code>npm ci &amp;&amp; npm start</code> runs the whole system.</p>`;

/** Sections of the guide, in the order of a developer's questions. */
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
