import * as z from 'zod/mini';

/** Message of the queue `event-cancellations`. */
export const cancellationMessage = z.object({ company: z.string(), id: z.string() });

export type CancellationMessage = z.output<typeof cancellationMessage>;
