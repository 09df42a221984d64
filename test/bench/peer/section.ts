import type { Section } from '../report.ts';
import { compare, type SaleMeasurements } from './compare.ts';
import { startOurs } from './ours.ts';
import { round, type Seller } from './round.ts';
import { PEER_VERSION, startVendure } from './vendure.ts';

const WARM_UP_EACH = 6;
const SALES_EACH = 16;

/** The same sales by this service and by Vendure, one after the other on this machine. */
export const benchPeer = async (): Promise<Section> => {
  const theirs = await measured(startVendure);
  const ours = await measured(startOurs);
  return {
    title: `Whole sales beside Vendure ${PEER_VERSION}`,
    note:
      `${ours.sales} sales by 8 clients after a warm-up, each system alone. Vendure keeps its SQLite in memory, makes no document ` +
      'and sends no mail; this service draws each card as PDF and mails it, with its table and queues emulated. A ratio above 1 is ' +
      'for this service. Processor time is what a busy machine changes least.',
    rows: compare(ours, theirs),
  };
};

const measured = async (start: () => Promise<Seller>): Promise<SaleMeasurements> => {
  const seller = await start();
  try {
    await round(seller, WARM_UP_EACH);
    return await round(seller, SALES_EACH);
  } finally {
    await seller.stop();
  }
};
