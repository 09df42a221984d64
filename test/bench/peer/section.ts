import type { Section } from '../report.ts';
import { compare, type SaleMeasurements } from './compare.ts';
import { startOurs } from './ours.ts';
import { round, type Seller } from './round.ts';
import { PEER_VERSION, startVendure } from './vendure.ts';

const WARM_UP_EACH = 6;
const SALES_EACH = 16;

/** The same sales by this service and by Vendure, one after another on this machine. */
export const benchPeer = async (): Promise<Section> => {
  const theirs = await measure(startVendure);
  const ours = await measure(startOurs);
  return {
    title: `Complete sales compared with Vendure ${PEER_VERSION}`,
    note:
      `${ours.sales} sales by 8 clients after a warm-up, each system alone. Vendure keeps its SQLite in memory, creates no document ` +
      'and sends no email; this service renders each card as PDF and emails it, with its table and queues emulated. A ratio above 1 ' +
      'means that this service is better. Load on the machine affects CPU time least.',
    rows: compare(ours, theirs),
  };
};

const measure = async (start: () => Promise<Seller>): Promise<SaleMeasurements> => {
  const seller = await start();
  try {
    await round(seller, WARM_UP_EACH);
    return await round(seller, SALES_EACH);
  } finally {
    await seller.stop();
  }
};
