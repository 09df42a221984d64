/** An error code: its statuses and its meaning for callers. */
interface ErrorCode {
  statuses: readonly number[];
  meaning: string;
}

const code = (status: number | readonly number[], meaning: string): ErrorCode => ({
  statuses: typeof status === 'number' ? [status] : status,
  meaning,
});

const CODES = {
  malformed_json: code(400, 'The body is not JSON.'),
  unauthorized: code(401, 'There is no key, or it is not valid, has expired or was revoked.'),
  insufficient_scope: code(403, 'The key lacks the scope that the message names.'),
  credential_not_attributed: code(403, 'The key is from before keys were attributed, and cannot write.'),
  checkout_not_enabled: code(403, 'Checkout is not on the contract of the company.'),
  settlement_not_enabled: code(403, 'The settlement mode is not on the contract of the company.'),
  foreign_origin: code(403, 'The request comes from a page of another origin than the service.'),
  not_found: code(404, 'The acting company has no such thing. What others have looks the same.'),
  method_not_allowed: code(405, 'The path does not take this method; Allow names those it takes.'),
  test_key_not_accepted_in_production: code(
    409,
    'A test key cannot take, settle or return payments in production, nor issue items.',
  ),
  idempotency_conflict: code(409, 'The idempotency key was used with different input.'),
  request_in_progress: code(409, 'The first request with this key still runs. Come again after Retry-After.'),
  insufficient_stock: code(409, 'Fewer units are left than the request takes.'),
  multiple_gift_cards: code(409, 'The order has several lines; read the document of each line.'),
  greeting_image_already_used: code(409, 'Another order has taken the picture.'),
  order_not_refundable: code(
    409,
    'Nothing was captured, it was settled outside, its payment is disputed, or it cannot be read.',
  ),
  order_fully_refunded: code(409, 'Everything was given back already.'),
  refund_in_progress: code(409, 'Another refund of the order still runs.'),
  amount_precision_unsupported: code([409, 422], 'The total needs more than six significant digits.'),
  checkout_in_progress: code(409, 'Another session of the order is being opened. Send the same key again.'),
  order_not_payable: code(409, 'The order no longer waits for a payment, or the gateway cannot take its amount.'),
  delivery_not_changeable: code(409, 'The order is not scheduled, or its moment has come.'),
  order_not_settleable: code(409, 'The order is not an untouched order that waits for payment.'),
  settlement_reference_conflict: code(409, 'The order, or the external reference, is settled already.'),
  order_not_created: code(409, 'The order met a change in the catalog. Read the catalog and try again.'),
  webhook_endpoint_busy: code(409, 'The endpoint is being changed by another request. Try again.'),
  currency_mismatch: code(422, 'All sources must have the same currency.'),
  gift_card_not_accepted: code(422, 'An order of gift cards cannot be paid with a gift card.'),
  gift_card_not_usable: code(422, 'The item has already been used.'),
  insufficient_value: code(422, 'The sources have 100.00 DKK available.'),
  item_held: code(409, '60.00 DKK of the item are reserved until 2027-03-12 20:18:58.'),
  too_many_holds: code(409, 'An item takes at most 20 holds at a time.'),
  redemption_expired: code(409, 'The redemption has expired and no longer holds value.'),
  redemption_not_capturable: code(409, 'The redemption is captured, so it cannot be captured.'),
  redemption_not_releasable: code(409, 'The redemption is captured, so it cannot be released.'),
  redemption_not_refundable: code(409, 'The redemption is refunded: no captured value is left to refund.'),
  shipment_not_open: code(409, 'The shipment is posted, so it cannot be packed.'),
  item_busy: code(409, 'The item is being changed by too many requests at once. Try again.'),
  too_many_drafts: code(409, 'The company has 20 open drafts of its order page. Publish or discard one.'),
  product_archived: code(409, 'The product is archived and cannot be changed.'),
  accounts_missing: code(422, 'The journal needs account numbers that the company has not named.'),
  currency_in_use: code(409, 'The company has sold in its currency already, so it cannot change.'),
  code_batch_running: code(409, 'The codes of the batch are still being created. Come again after Retry-After.'),
  user_above: code(403, 'The user has a role above that of the caller.'),
  username_taken: code(422, 'Another user, of whatever company, has this name.'),
  role_too_high: code(422, 'The role is above that of the caller.'),
  invalid_username: code(422, 'A name has 2 to 100 letters, digits or . _ @ + - and begins with a letter or digit.'),
  invalid_email: code(422, 'An invited user needs an address.'),
  last_admin: code(409, 'The user is the last administrator of the company who has accepted.'),
  user_changed: code(409, 'The user is being changed by other requests. Read it and try again.'),
  draft_closed: code(409, 'The draft was published or discarded.'),
  delivery_not_replayable: code(409, 'The delivery is queued already, or its endpoint is gone.'),
  precondition_failed: code(412, 'What If-Match names has changed since. Nothing was written: read it again.'),
  request_too_large: code(413, 'The request is larger than the service takes.'),
  unsupported_media_type: code(
    415,
    'The body is of another type than is taken, or does not say of which in Content-Type.',
  ),
  validation_failed: code(422, 'The input breaks a rule; fields names the members and rules.'),
  idempotency_key_required: code(422, 'The route needs an Idempotency-Key header.'),
  below_minimum: code(422, 'The quantity is below the minimum of the option.'),
  above_maximum: code(422, 'The quantity is above what can be bought of the option.'),
  greeting_image_not_found: code(422, 'No usable picture has this id.'),
  delivery_method_unavailable: code(422, 'The company does not offer this delivery method.'),
  delivery_destination_unavailable: code(422, 'Nothing is sent to this country in this way.'),
  send_at_unsupported: code(422, 'This delivery method cannot be scheduled.'),
  shipping_priority_unsupported: code(422, 'The company ships by courier, without priorities.'),
  shipping_priority_unavailable: code(422, 'The product does not publish this priority.'),
  sender_company_required: code(422, 'The buyer must be a company, with its full address.'),
  discount_code_not_found: code(422, 'No discount code of this name can be used now.'),
  discount_code_not_applicable: code(422, 'The code reduces nothing in this order.'),
  invalid_sha256: code(422, 'The checksum is not 64 hexadecimal characters.'),
  invalid_byte_size: code(422, 'The size is not one that a picture may have.'),
  invalid_mime: code(422, 'The type is none that pictures may have.'),
  refund_amount_too_large: code(422, 'More than what is left to refund; the message names the figure.'),
  precondition_required: code(428, 'The route needs an If-Match header with the ETag of what was read.'),
  rate_limited: code(
    429,
    'A rate limit is used up, or too many concurrent orders take the same stock. Nothing was done. Retry after Retry-After.',
  ),
  internal_error: code(500, 'Something went wrong here. Quote the X-Request-Id.'),
  no_answer: code(502, 'The request broke off without an answer. Send it again with the same idempotency key.'),
  refund_declined: code(502, 'The gateway refused the refund. Nothing was given back; try with a new key.'),
  service_busy: code(503, 'Too much at once. Try again.'),
  service_unavailable: code(503, 'A part of the service does not answer. Try again.'),
  image_store_unavailable: code(503, 'The bytes were good, but could not be stored. Send the same key again.'),
  pickup_lookup_unavailable: code(503, 'The courier does not answer.'),
  checkout_unavailable: code(503, 'The gateway could not open a session. Send the same key again.'),
  vendor_unavailable: code(503, 'The vendor of the code does not answer. Try again.'),
  gateway_unavailable: code(503, 'The gateway does not answer. Send the same key again.'),
  template_active: code(409, 'The template is active, or the default: it can be neither changed nor deleted.'),
  nothing_to_revert: code(409, 'No other template was active before.'),
  template_invalid: code(422, 'The PDF, or a place of its layout, cannot be a template; fields gives the reasons.'),
  template_unavailable: code(503, 'The template cannot be read just now.'),
} satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof CODES;

/** Codes that the API's reference does not list: only pages, v1 and gateways read them. */
type UnlistedCodeName =
  | 'already_given_back'
  | 'bad_password'
  | 'challenge_over'
  | 'event_impossible'
  | 'factor_set_up'
  | 'form_used'
  | 'invalid_client'
  | 'invalid_credentials'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_signature'
  | 'link_over'
  | 'malformed_form'
  | 'no_email'
  | 'not_allowed'
  | 'not_sure'
  | 'order_not_fulfillable'
  | 'own_company'
  | 'own_user'
  | 'service_updating'
  | 'slug_taken'
  | 'unsupported_grant_type'
  | 'wrong_code'
  | 'wrong_password';

/** Every code that is thrown: one that is misspelt is a type error. */
export type ThrownCodeName = ErrorCodeName | UnlistedCodeName;

/** Every error code of the API with its statuses. Routes declare theirs (lib/reference/requests.md#errors). */
export const ERROR_CODES: Readonly<Record<string, ErrorCode>> = CODES;
