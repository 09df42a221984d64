import type { Publisher } from '../../domain/order-page/schema.ts';
import type { Caller } from '../request.ts';

/** The key that publishes, by its label. */
export const publisherOf = (caller: Caller): Publisher => ({ type: 'api_key', label: caller.key.label });
