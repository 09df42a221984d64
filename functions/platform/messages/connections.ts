import { messagesOf } from './message.ts';

/** Why changes to webhooks and API keys are refused. */
export const CONNECTIONS = {
  url_not_https: 'This must be an absolute https address.',
  url_not_public: 'This must be a public https address.',
  url_not_approved: 'This address does not begin with an approved URL of the company.',
  url_not_on_internet: 'This address is not on the public internet.',
  url_port_zero: 'Port 0 is not a valid port.',
  url_with_credentials: 'The address must not hold credentials.',
  url_with_fragment: 'The address must not have a fragment.',
  too_many_endpoints: ({ maximum }: { maximum: number }) =>
    `A company has at most ${maximum} webhook endpoints. Delete one that is not used.`,
  endpoint_busy: 'Another request is changing the endpoint. Try again.',
  endpoint_gone: 'The endpoint of this delivery was deleted or disabled.',
  endpoint_disabled: 'The endpoint is disabled. Enable it first.',
  delivery_queued: 'This delivery is queued already.',
  event_type_repeated: 'Name each event type once.',
  filter_product_repeated: 'Name each product once.',
  filter_product_unknown: 'The company has no product with this id.',
  too_many_keys: ({ maximum }: { maximum: number }) =>
    `A company has at most ${maximum} live keys. Revoke one that is not used.`,
};

export const connections = messagesOf(CONNECTIONS);
