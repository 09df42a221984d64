import { management } from '../../../platform/messages/management.ts';
import { config } from '../../../platform/config.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { conflict } from '../../../platform/errors.ts';
import { decodeCursor, encodeCursor, type PageRequest } from '../../../storage/cursors.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { codesBetween } from './codes.ts';
import { loadCodeBatch } from './read.ts';

/** A code for printing. */
interface PrintedCode {
  code: string;
  /** Target of its QR code. */
  url: string;
  /** Decimal in the currency; null for a discount code, and if the amount is set on activation. */
  value: number | null;
  currency: string;
}

export const PRINTED_COLUMNS = ['code', 'url', 'value', 'currency'] as const;

const RETRY_AFTER_SECONDS = 2;

/** The page of the shop that applies a discount code. */
const shopUrlOf = (company: string, code: string): string =>
  `${config.baseUrl()}/shop/${encodeURIComponent(company)}/buy?discount_code=${encodeURIComponent(code)}`;

/** The codes of a finished batch, in order. Throws 404, 409 while the batch is running, and 422 on `starting_after`. */
export const listCodesOfBatch = async (
  slug: string,
  id: string,
  { limit, startingAfter }: PageRequest,
): Promise<{ rows: PrintedCode[]; next: string | null }> => {
  const identity = { company: slug, list: `code-batch ${id}` };
  const [batch, company] = await Promise.all([loadCodeBatch(slug, id), loadCompany(slug)]);
  if (batch.status === 'running') {
    throw conflict('code_batch_running', management('codes_being_made'), RETRY_AFTER_SECONDS);
  }
  const from = decodeCursor<number>(identity, startingAfter) ?? 0;
  const to = Math.min(batch.total, from + limit);
  const lost = new Set(batch.lost);
  const { purpose } = batch;
  const campaignId = 'campaignId' in purpose ? purpose.campaignId : undefined;
  const fixed = company.campaigns.find((campaign) => campaign.id === campaignId)?.fixed_amount ?? null;
  const { currency } = company;
  const codes = await codesBetween(batch, { from, to });
  const rows = codes
    .filter(({ place }) => !lost.has(place))
    .map(({ code }) => ({
      code,
      url: campaignId === undefined ? shopUrlOf(slug, code) : claimUrlOf({ company: slug, code }),
      value: fixed === null ? null : decimalFromMinor(fixed, currency),
      currency,
    }));
  return { rows, next: to < batch.total ? encodeCursor(identity, to) : null };
};
