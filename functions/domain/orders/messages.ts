import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';

/** What stands on the queue `fulfilment`: an order whose items are to be issued. */
export const fulfilmentMessage = lazy(() => z.object({ company: z.string(), orderId: z.string() }));

export type FulfilmentMessage = z.output<ReturnType<typeof fulfilmentMessage>>;
