import { httpVendor } from '../../../../adapters/vendor/http.ts';
import type { VendorCode, VendorPort } from '../../../../adapters/vendor/port.ts';
import { stopDryRun } from '../../../../platform/dry-run.ts';
import { config } from '../../../../platform/config.ts';
import { invalid, notFound } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { endOfDayMs, parseDate } from '../../../../platform/zones.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { normalizeCode } from '../../../catalog/codes/rules.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { vendorClaimKey, vendorUrl } from '../../vendor/rules.ts';
import { portionIn, type RequestedPortion } from '../amount.ts';
import { issueChanged, presentIssuePreview, type IssueRequest } from '../issuance/issue-changed.ts';
import { companyValidityMs, factsWithoutOrder } from '../issuance/dormant.ts';
import type { CodeLookup } from '../code-lookups.ts';
import { PAID, type ItemRow } from '../rows.ts';
import { issueItem, type ChangedItem, type ItemChange, type NewItem } from '../ledger/ledger.ts';
import { termsOf, type CodeRows } from '../load.ts';
import { actorOf, causeOf, type Operator } from '../operate.ts';
import { claimResult } from '../results.ts';
import { decideClaim } from '../rules.ts';

interface VendorClaimRequest {
  /** Result of the lookup in our own data, which does not have the code. */
  codeRows: CodeRows;
  operator: Operator;
  code: string;
  portion: RequestedPortion;
  recording: ReplyRecorder;
}

const portOf = (company: CompanyRow): VendorPort => {
  if (!company.vendor) throw new Error('The company has no vendor');
  return httpVendor(vendorUrl(company.vendor.base_url, config.vendorBaseUrl()));
};

/**
 * Claims a code at the vendor and imports it as an item with its remaining value, in this order: the request is checked
 * against the vendor's description, the code is claimed there in full, then item, ledger and reply commit together. If
 * a response is lost, the next claim of the code repeats the same claim at the vendor and continues.
 */
export const claimVendorCode = async (
  request: VendorClaimRequest,
): Promise<{ reply: Reply } | { existing: ItemRow }> => {
  let whole = false;
  const response = (after: ChangedItem) => claimResult(after, whole);
  const issue = await importVendorCode({
    company: request.codeRows.company,
    lookup: request.codeRows.lookup,
    operator: request.operator,
    code: request.code,
    requestId: request.recording.guid,
    changesOf: (item) => {
      const portion = portionIn(request.portion, item.currency);
      const decision = decideClaim(item, portion, termsOf(request.codeRows.company));
      whole = decision.whole;
      return [decision.change];
    },
    preview: (intended) => presentIssuePreview(intended, response),
  });
  return issueChanged(issue, request.recording, response);
};

interface VendorImport {
  company: CompanyRow;
  lookup: CodeLookup;
  operator: Operator;
  code: string;
  requestId: string;
  /** Changes to the item in the transaction that issues it. Throws 422 when they are not allowed. */
  changesOf: (item: ItemRow) => ItemChange[];
  /** Result of a dry run. */
  preview: (intended: IssueRequest) => unknown;
}

/** Claims a code at its vendor. Returns the item to issue with its changes; the caller commits it. */
export const importVendorCode = async (request: VendorImport): Promise<IssueRequest> => {
  const { company, lookup } = request;
  const vendor = portOf(company);
  const code = normalizeCode(request.code);
  const described = await findAtVendor(vendor, code, lookup);
  if (!described) throw await lookup.miss();
  const intended = issueOf(request, described);
  stopDryRun(() => request.preview(intended));
  const claim = await vendor.claim(code, vendorClaimKey(company.slug, code));
  if (claim.outcome === 'unknown') throw notFound('item');
  if (claim.outcome === 'taken') throw invalid('code', itemChanges('vendor_code_used'));
  return issueOf(request, claim.code);
};

/**
 * The item that a claim of the code would import. Nothing is claimed, so the vendor may still reject the claim itself.
 * Throws 404 for a code that the vendor does not know, 422 for a code of another currency, and 503 if the vendor does
 * not respond.
 */
export const previewVendorItem = async (
  request: Pick<VendorImport, 'company' | 'lookup' | 'operator' | 'code'>,
): Promise<ItemRow> => {
  const { company, lookup, code } = request;
  const described = await findAtVendor(portOf(company), normalizeCode(code), lookup);
  if (!described) throw await lookup.miss();
  return issueItem(importedItem({ ...request, requestId: '' }, described)).item;
};

/** Only a response from the vendor proves whether a code exists, so no miss is counted without a response. */
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

/** The imported item and its changes. */
const issueOf = (request: VendorImport, described: VendorCode): IssueRequest => {
  const item = importedItem(request, described);
  const cause = causeOf(request.operator, { guid: request.requestId });
  return { item, changes: request.changesOf(issueItem(item).item), cause };
};

const importedItem = (
  { company, operator, code, requestId }: Pick<VendorImport, 'company' | 'operator' | 'code' | 'requestId'>,
  described: VendorCode,
): NewItem => {
  const { currency } = described;
  // The books of a company are kept in its currency.
  if (currency !== company.currency) {
    throw invalid('code', itemChanges('vendor_code_currency', { currency, expected: company.currency }));
  }
  const { nowMs, zone } = termsOf(company);
  const dated = described.validUntil !== null && parseDate(described.validUntil) !== undefined;
  const facts = factsWithoutOrder(company, operator, {
    code: normalizeCode(code),
    valueMinor: described.amountMinor,
    validUntilMs: dated ? endOfDayMs(described.validUntil ?? '', zone) : companyValidityMs(company, nowMs),
    createdAtMs: nowMs,
    title: described.title ?? company.vendor?.name ?? '',
    paymentType: 'vendor',
  });
  return { facts, status: PAID, by: actorOf(operator), requestId };
};
