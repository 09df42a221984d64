import type { Publisher } from '../../domain/storefront/order-page/schema.ts';
import type { Caller } from '../../pipeline/request.ts';

/** The key that publishes, identified by its label. */
export const publisherOf = (caller: Caller): Publisher => ({ type: 'api_key', label: caller.key.label });
