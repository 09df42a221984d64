import { setTimeout as sleep } from 'node:timers/promises';
import { callOwnApi } from '../adapters/own-api/call.ts';
import { recordSale } from '../domain/reporting/status/runs.ts';
import { keyOfSyntheticCompany } from '../domain/reporting/synthetic-sale/company.ts';
import { sellOnce } from '../domain/reporting/synthetic-sale/sell.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { measure } from '../platform/measures.ts';

/** Waits at most a minute for each. */
const READS = 30;
const WAIT_MS = 2000;
/** A sale that takes longer has failed; the function then still has a minute to record that. */
const SALE_MS = 240_000;

interface SaleEvent {
  /**
   * The same for an event that is delivered twice, so that it makes one sale. Absent when an operator invokes the
   * function.
   */
  id?: string;
  /** Requested of a local stack, which has no regular runs. */
  detail?: { asked?: boolean };
}

/**
 * Makes a whole sale through the public API, every ten minutes. How long it takes is the duration of this function,
 * which Lambda measures. A failed sale is counted, and left as it is: its rows expire, and the next run makes another.
 */
export const handler = withFailureLog(async ({ id, detail }: SaleEvent): Promise<{ sold: boolean }> => {
  const sold = await trySale(id ?? crypto.randomUUID());
  if (!sold) measure({ SyntheticSalesFailed: [1] });
  const isLocal = detail?.asked === true;
  await recordSale({ isSold: sold, repeats: !isLocal });
  const isRequested = id === undefined || isLocal;
  if (!sold && isRequested) throw new Error('The requested sale failed');
  return { sold };
});

const trySale = async (id: string): Promise<boolean> => {
  try {
    const limit = AbortSignal.timeout(SALE_MS);
    const key = await keyOfSyntheticCompany();
    await sellOnce({
      id,
      call: (request) => callOwnApi({ ...request, key, limit }),
      wait: async () => {
        await sleep(WAIT_MS, undefined, { signal: limit });
      },
      reads: READS,
    });
    return true;
  } catch (error) {
    log.warn('A synthetic sale failed', { cause: error });
    return false;
  }
};
