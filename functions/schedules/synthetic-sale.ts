import { setTimeout as sleep } from 'node:timers/promises';
import { callOwnApi } from '../adapters/own-api/call.ts';
import { recordSale } from '../domain/reporting/status/runs.ts';
import { keyOfSyntheticCompany } from '../domain/reporting/synthetic-sale/company.ts';
import { sellOnce } from '../domain/reporting/synthetic-sale/sell.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { measure } from '../platform/measures.ts';

/** Reads of one state: 30 reads, 2 seconds apart, so at most a minute. */
const READS = 30;
const WAIT_MS = 2000;
/** A sale that takes longer has failed; the function then has a minute left to record the failure. */
const SALE_MS = 240_000;

interface SaleEvent {
  /**
   * Id of the scheduled event. An event that is delivered twice has the same id and makes one sale. Absent if an
   * operator invokes the function.
   */
  id?: string;
  /** Set by a local stack, which has no scheduled runs. */
  detail?: { asked?: boolean };
}

/**
 * Makes a complete sale through the public API, every ten minutes. The duration of this function, which Lambda
 * measures, is the duration of the sale. A failed sale is counted and not cleaned up: its rows expire, and the next run
 * makes a new sale.
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
