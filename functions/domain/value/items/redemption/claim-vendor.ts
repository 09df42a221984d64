import { httpVendor } from '../../../../adapters/vendor/http.ts';
import type { VendorCode, VendorPort } from '../../../../adapters/vendor/port.ts';
import { stopDryRun } from '../../../../platform/agent-call.ts';
import { config } from '../../../../platform/config.ts';
import { invalid, notFound } from '../../../../platform/errors.ts';
import { endOfDayMs, parseDate } from '../../../../platform/zones.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { Recording } from '../../../../storage/request-guid.ts';
import { normalizeCode } from '../../../catalog/codes/rules.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { vendorClaimKey, vendorAddress } from '../../vendor/rules.ts';
import { portionIn, type AskedPortion } from '../amount.ts';
import { issueChanged, issuedPreview, type IssuedWith } from '../issuance/issue-changed.ts';
import { companyValidityMs, looseFacts } from '../issuance/dormant.ts';
import type { CodeLookup } from '../code-lookups.ts';
import { PAID, type ItemRow } from '../rows.ts';
import { issued, type NewItem } from '../ledger/ledger.ts';
import { termsOf, type Looked } from '../load.ts';
import { actorOf, causeOf, type Operator } from '../operate.ts';
import { claimResult } from '../results.ts';
import { decideClaim } from '../rules.ts';

export interface VendorClaimRequest {
  /** What the code is here: nothing so far. */
  looked: Looked;
  operator: Operator;
  code: string;
  portion: AskedPortion;
  recording: Recording;
}

const portOf = (company: CompanyRow): VendorPort => {
  if (!company.vendor) throw new Error('The company has no vendor');
  return httpVendor(vendorAddress(company.vendor.base_url, config.vendorBaseUrl()));
};

/**
 * Claims a code at the vendor and imports it as an item with what is left of it, in this order: what the caller wants
 * is judged on the vendor's description, the whole code is claimed there, then item, ledger and answer commit together.
 * If any answer on the way is lost, the next claim of the code repeats the same claim at the vendor and goes on.
 */
export const claimVendorCode = async (
  request: VendorClaimRequest,
): Promise<{ reply: Reply } | { standing: ItemRow }> => {
  const { recording } = request;
  const { company, lookup } = request.looked;
  const vendor = portOf(company);
  const code = normalizeCode(request.code);
  const described = await findAtVendor(vendor, code, lookup);
  if (!described) throw await lookup.miss();
  const intended = issueOf(request, described);
  stopDryRun(() => issuedPreview(intended.issue, (after) => claimResult(after, intended.whole)));
  const claim = await vendor.claim(code, vendorClaimKey(company.slug, code));
  if (claim.outcome === 'unknown') throw notFound('item');
  if (claim.outcome === 'taken') throw invalid('code', 'The vendor says that this code has been used already.');
  const { issue, whole } = issueOf(request, claim.code);
  return issueChanged(issue, recording, (after) => claimResult(after, whole));
};

/** Only a vendor that answers tells whether a code is one: without an answer nothing was guessed. */
const findAtVendor = async (vendor: VendorPort, code: string, lookup: CodeLookup): Promise<VendorCode | undefined> => {
  let described: VendorCode | undefined;
  let answered = false;
  try {
    described = await vendor.find(code);
    answered = true;
    return described;
  } finally {
    if (described || !answered) await lookup.hit();
  }
};

/** The imported item and its claim. Throws 422 when the item could not be claimed so. */
const issueOf = (request: VendorClaimRequest, described: VendorCode): { issue: IssuedWith; whole: boolean } => {
  const item = importedItem(request, described);
  const portion = portionIn(request.portion, described.currency);
  const decision = decideClaim(issued(item).item, portion, termsOf(request.looked.company));
  const cause = causeOf(request.operator, request.recording);
  return { issue: { item, changes: [decision.change], cause }, whole: decision.whole };
};

const importedItem = (
  { looked: { company }, operator, code, recording }: VendorClaimRequest,
  described: VendorCode,
): NewItem => {
  const { nowMs, zone } = termsOf(company);
  const dated = described.validUntil !== null && parseDate(described.validUntil) !== undefined;
  const facts = looseFacts(company, operator, {
    code: normalizeCode(code),
    valueMinor: described.amountMinor,
    validUntilMs: dated ? endOfDayMs(described.validUntil ?? '', zone) : companyValidityMs(company, nowMs),
    createdAtMs: nowMs,
    title: described.title ?? company.vendor?.name ?? '',
    paymentType: 'vendor',
  });
  return {
    facts: { ...facts, currency: described.currency },
    status: PAID,
    by: actorOf(operator),
    requestId: recording.guid,
  };
};
