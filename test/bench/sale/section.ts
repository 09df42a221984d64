import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Section } from '../report.ts';
import { BEFORE, DESIGNED } from './before.ts';
import { totalOf, type PartUsage, type SaleUsage, type Story } from './measure.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');
const OUTPUT_MAX_BYTES = 10_000_000;

/** Measured in a separate process. */
export const saleUsage = (): SaleUsage =>
  JSON.parse(
    execFileSync(process.execPath, [MAIN], {
      encoding: 'utf8',
      maxBuffer: OUTPUT_MAX_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as SaleUsage;

/** Table calls and units of complete sales, a claim, redemptions, a refund, a settlement and an expiry, by part. */
export const benchSale = async (): Promise<Section> => {
  const usage = saleUsage();
  const stories = Object.keys(usage) as Story[];
  return {
    title: 'Table calls and units of a sale: quote, order, session, payment, notices, fulfillment, and what follows',
    note: 'As DynamoDB bills them, for real functions on a table in memory. "before" was measured before the calls were reduced; "designed" omits authentication and the gateway. Rows are listed by call, with their bytes and the units of row and indexes.',
    rows: stories.flatMap((story) => [
      ...usage[story].parts.map((part) => rowOf(story, part)),
      rowOf(story, { part: 'all', rows: '', ...totalOf(usage[story]) }),
    ]),
  };
};

const rowOf = (story: Story, { part, calls, write, read, rows }: PartUsage) => {
  const before = BEFORE[story]?.[part];
  return {
    story,
    part,
    calls,
    'calls before': before?.calls ?? '',
    'calls designed': DESIGNED[story]?.[part] ?? '',
    WCU: write,
    'WCU before': before?.write ?? '',
    RCU: read,
    'rows written': rows,
  };
};
