import { skippingSilentGateways } from '../adapters/payments/silent-gateways.ts';
import { expireOrder } from '../domain/payments/payments/expire.ts';
import { withRunRecord } from '../domain/reporting/status/runs.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { sweepShards } from './sweep.ts';

/** Maximum number of gateway polls in one run: ten per second, because gateways limit their request rate. */
const POLLS_PER_RUN = 600;

/**
 * Polls payments of unpaid orders, and expires the orders whose time has passed. An order that cannot be expired stays
 * due.
 */
export const handler = withFailureLog(
  withRunRecord('expiry-sweep', async (): Promise<{ expired: number; failed: number }> => {
    const { done: expired, failed } = await skippingSilentGateways(sweep);
    if (expired + failed > 0) log.info('Expiry sweep', { expired, failed });
    return { expired, failed };
  }),
);

const sweep = (): ReturnType<typeof sweepShards> => {
  let polls = 0;
  return sweepShards({
    kind: 'order-expiry',
    work: async (key) => ((await expireOrder(key, () => polls++ < POLLS_PER_RUN)) === 'expired' ? 'done' : 'kept'),
    concurrency: 5,
    report: ({ pk }, cause) => log.warn('An order could not be expired and stays due', { order: pk, cause }),
  });
};
