import { expireOrder } from '../domain/orders/expire.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { sweepShards } from './sweep.ts';

/** Writes off unpaid orders whose window has passed. One that cannot be written off now stays due. */
export const handler = guarded(async (): Promise<{ expired: number; failed: number }> => {
  const { done: expired, failed } = await sweepShards({
    kind: 'order-expiry',
    work: async (key) => ((await expireOrder(key)) === 'expired' ? 'done' : 'kept'),
    atOnce: 5,
    tell: ({ pk }, cause) => log.warn('An order could not be written off and stays due', { order: pk, cause }),
    mostAtALook: Infinity,
  });
  if (expired + failed > 0) log.info('Expiry sweep', { expired, failed });
  return { expired, failed };
});
