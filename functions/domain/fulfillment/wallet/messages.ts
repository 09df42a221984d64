import * as z from 'zod/mini';

/** Work after a change to a pass or its item (queue `wallet-passes`). */
export const walletWork = z.discriminatedUnion('kind', [
  /** A wallet has saved or removed the pass. */
  z.object({ kind: z.literal('saved'), company: z.string(), code: z.string() }),
  /** An interrupted call may still take effect, so the state is sent again. */
  z.object({ kind: z.literal('confirm'), company: z.string(), code: z.string() }),
  /** The displayed data of the item has changed since this version. */
  z.object({ kind: z.literal('changed'), company: z.string(), code: z.string(), version: z.number() }),
]);

export type WalletWork = z.output<typeof walletWork>;
