import { expireOrder } from '../domain/payments/payments/expire.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { sweepShards } from './sweep.ts';

/**
 * Payments that one run looks for at gateways, which limit how often they are asked: ten a second. Beyond that the moments
 * to ask pass, and an order is asked about at its next one.
 */
const QUESTIONS_PER_RUN = 600;

/**
 * Looks for payments of unpaid orders, and writes off those whose window has passed. One that cannot be written off now
 * stays due.
 */
export const handler = guarded(async (): Promise<{ expired: number; failed: number }> => {
  let questions = 0;
  const { done: expired, failed } = await sweepShards({
    kind: 'order-expiry',
    work: async (key) =>
      (await expireOrder(key, () => questions++ < QUESTIONS_PER_RUN)) === 'expired' ? 'done' : 'kept',
    atOnce: 5,
    report: ({ pk }, cause) => log.warn('An order could not be written off and stays due', { order: pk, cause }),
    mostAtALook: Infinity,
  });
  if (expired + failed > 0) log.info('Expiry sweep', { expired, failed });
  return { expired, failed };
});
