/** An error code with its statuses and its meaning for callers. */
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
  insufficient_scope: code(403, 'The key lacks a scope; the message names it.'),
  credential_not_attributed: code(403, 'The key was created before keys recorded their creator, and cannot write.'),
  checkout_not_enabled: code(403, 'The contract of the company does not include checkout.'),
  settlement_not_enabled: code(403, 'The contract of the company does not include this settlement mode.'),
  foreign_origin: code(403, 'The request comes from a page of another origin than the service.'),
  not_found: code(404, 'The object does not exist, or belongs to another company.'),
  method_not_allowed: code(405, 'The path does not support this method; Allow lists the supported ones.'),
  test_key_not_accepted_in_production: code(
    409,
    'A test key cannot take, settle or refund payments, or issue items, in production.',
  ),
  idempotency_conflict: code(409, 'The idempotency key was used with different input.'),
  request_in_progress: code(409, 'The first request with this key is still running. Retry after Retry-After.'),
  insufficient_stock: code(409, 'Fewer units are left than the request needs.'),
  multiple_gift_cards: code(409, 'The order has several lines; read the document of each line.'),
  greeting_image_already_used: code(409, 'Another order has taken the picture.'),
  order_not_refundable: code(
    409,
    'The order has no captured payment, was settled outside the service, or its payment is disputed or cannot be read.',
  ),
  order_fully_refunded: code(409, 'The order is already fully refunded.'),
  refund_in_progress: code(409, 'Another refund of the order is still running.'),
  amount_precision_unsupported: code([409, 422], 'The total needs more than six significant digits.'),
  checkout_in_progress: code(409, 'Another session of the order is being opened. Retry with the same key.'),
  order_not_payable: code(
    409,
    'The order is no longer waiting for a payment, or the gateway does not support its amount.',
  ),
  delivery_not_changeable: code(409, 'The order is not scheduled, or its delivery has begun.'),
  order_not_settleable: code(409, 'The order is not waiting for payment, or a payment has begun.'),
  settlement_reference_conflict: code(409, 'The order or the external reference has already been settled.'),
  order_not_created: code(409, 'The catalog changed while the order was created. Read the catalog and try again.'),
  webhook_endpoint_busy: code(409, 'The endpoint is being changed by another request. Try again.'),
  currency_mismatch: code(422, 'All sources must have the same currency.'),
  gift_card_not_accepted: code(422, 'An order of gift cards cannot be paid with a gift card.'),
  gift_card_not_usable: code(
    422,
    'The gift card cannot pay now, for example because it is used up, blocked or expired; the message states why.',
  ),
  insufficient_value: code(422, 'The sources have less value available than the request needs; the message states it.'),
  item_held: code(
    409,
    'The operation needs value of the item that is held; the message states how much, and until when.',
  ),
  too_many_holds: code(409, 'The item has the maximum number of holds.'),
  redemption_expired: code(409, 'The redemption has expired and no longer holds value.'),
  redemption_not_capturable: code(409, 'The redemption is not held, so it cannot be captured.'),
  redemption_not_releasable: code(409, 'The redemption is not held, so it cannot be released.'),
  redemption_not_refundable: code(409, 'The redemption has no captured value left to refund.'),
  shipment_not_open: code(409, 'The shipment is already posted or returned; the message states its status.'),
  item_busy: code(409, 'The item is being changed by too many requests at once. Try again.'),
  too_many_drafts: code(
    409,
    'The company has the maximum number of open drafts of its order page. Publish or discard one.',
  ),
  product_archived: code(409, 'The product is archived and cannot be changed.'),
  accounts_missing: code(422, 'The journal needs account numbers that the company has not set.'),
  currency_in_use: code(409, 'The company has already sold in its currency, so it cannot change it.'),
  code_batch_running: code(409, 'The codes of the batch are still being created. Retry after Retry-After.'),
  user_above: code(403, 'The role of the user is higher than that of the caller.'),
  username_taken: code(422, 'Another user, possibly of another company, has this username.'),
  role_too_high: code(422, 'The requested role is higher than that of the caller.'),
  invalid_username: code(
    422,
    'A username has 2 to 100 letters, digits or . _ @ + - and begins with a letter or digit.',
  ),
  invalid_email: code(422, 'An invited user needs an email address.'),
  last_admin: code(409, 'The user is the last administrator of the company who has accepted the invitation.'),
  user_changed: code(409, 'The user was changed by another request. Read it and try again.'),
  draft_closed: code(409, 'The draft was already published or discarded.'),
  delivery_not_replayable: code(409, 'The delivery is already queued, or its endpoint was deleted.'),
  precondition_failed: code(
    412,
    'The object has changed since the version in If-Match. Nothing was written: read it again.',
  ),
  request_too_large: code(413, 'The request exceeds the size limit.'),
  unsupported_media_type: code(415, 'The content type of the body is missing or not supported.'),
  validation_failed: code(422, 'The input is not valid; fields lists the members and why.'),
  idempotency_key_required: code(422, 'The route needs an Idempotency-Key header.'),
  below_minimum: code(422, 'The quantity is below the minimum of the option.'),
  above_maximum: code(422, 'The quantity exceeds the maximum of the option.'),
  greeting_image_not_found: code(422, 'No usable picture has this id.'),
  delivery_method_unavailable: code(422, 'The company does not offer this delivery method.'),
  delivery_destination_unavailable: code(422, 'The company does not deliver to this country by this method.'),
  send_at_unsupported: code(422, 'This delivery method cannot be scheduled.'),
  shipping_priority_unsupported: code(422, 'The company ships by courier, without priorities.'),
  shipping_priority_unavailable: code(422, 'The product does not publish this priority.'),
  sender_company_required: code(422, 'The buyer must be a company, with its full address.'),
  discount_code_not_found: code(422, 'No discount code with this name can be used now.'),
  discount_code_not_applicable: code(422, 'The discount code does not apply to any line of this order.'),
  invalid_sha256: code(422, 'The checksum is not 64 hexadecimal characters.'),
  invalid_byte_size: code(422, 'The size is not a valid size of a picture.'),
  invalid_mime: code(422, 'The type is not a supported type of picture.'),
  refund_amount_too_large: code(422, 'The amount exceeds what is left to refund; the message states it.'),
  precondition_required: code(428, 'The route needs an If-Match header with the ETag of what was read.'),
  rate_limited: code(
    429,
    'A rate limit is used up, or too many concurrent orders take the same stock. Nothing was done. Retry after Retry-After.',
  ),
  internal_error: code(500, 'The service failed. Report the X-Request-Id.'),
  no_answer: code(502, 'The request ended without a response. Retry with the same idempotency key.'),
  refund_declined: code(502, 'The gateway declined the refund. Nothing was refunded; retry with a new key.'),
  service_busy: code(503, 'There are too many concurrent changes. Try again.'),
  service_unavailable: code(503, 'A part of the service does not respond. Try again.'),
  image_store_unavailable: code(503, 'The picture is valid but could not be stored. Retry with the same key.'),
  pickup_lookup_unavailable: code(503, 'The courier does not respond.'),
  checkout_unavailable: code(503, 'The gateway could not open a session. Retry with the same key.'),
  vendor_unavailable: code(503, 'The vendor of the code does not respond. Try again.'),
  gateway_unavailable: code(503, 'The gateway does not respond. Retry with the same key.'),
  template_active: code(409, 'The template is active or the default, so it cannot be changed or deleted.'),
  nothing_to_revert: code(409, 'No other template was active before.'),
  template_invalid: code(422, 'The PDF or its layout is not a valid template; fields lists the reasons.'),
  template_unavailable: code(503, 'The template cannot be read at the moment. Try again.'),
} satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof CODES;

/** Codes that the reference of the API does not list, because only pages, v1 and gateways get them. */
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

/** All codes that are thrown. A misspelled one is a type error. */
export type ThrownCodeName = ErrorCodeName | UnlistedCodeName;

/** All error codes of the API with their statuses. Each route declares its own (lib/reference/requests.md#errors). */
export const ERROR_CODES: Readonly<Record<string, ErrorCode>> = CODES;
