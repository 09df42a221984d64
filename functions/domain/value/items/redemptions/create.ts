import { conflict, invalid, invalidFields, notFound, type FieldErrors } from '../../../../platform/errors.ts';
import { missing } from '../../../../platform/messages/missing.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { nowMs } from '../../../../platform/clock.ts';
import { pause } from '../../../../storage/retry.ts';
import { keyConflict } from '../../../../storage/repeated-key.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';
import { asReplay, hashInput, IDEMPOTENCY_WRITE, type Reply } from '../../../../storage/idempotency.ts';
import { getRow, getRows } from '../../../../storage/table.ts';
import { TransactionRefused, transact, type Write } from '../../../../storage/transactions.ts';
import { dormantCodeKey, type DormantCodeRow } from '../../../catalog/products/campaigns/rows.ts';
import { isWellFormedCode, normalizeCode } from '../../../catalog/codes/rules.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import { isVendorCode } from '../../vendor/rules.ts';
import { beginLookup, missesOf, assertNotEnumerated, type CodeLookup } from '../code-lookups.ts';
import { changeWrites } from '../ledger/commit-change.ts';
import { applyChange, type Cause } from '../ledger/ledger.ts';
import { termsOf } from '../load.ts';
import { actorOf } from '../operate.ts';
import { itemKey, type ClaimContext, type ItemRow } from '../rows.ts';
import { decideClaim, type ItemTerms } from '../rules.ts';
import { contextFrom } from '../schema.ts';
import { claimUnissued } from './claim-unissued.ts';
import { holdWrites } from './item-writes.ts';
import { planRedemption, type PlannedSource } from './plan.ts';
import { presentCreated } from './present.ts';
import { newRedemption, redemptionWrites, type RedemptionRequest } from './new-redemption.ts';
import { redemptionKey, type RedemptionRow } from './rows.ts';
import { holdSeconds, type RedemptionInput } from './schema.ts';

/** A request whose body is validated when it is read. */
type UncheckedRequest = NamedRequest & { input: () => RedemptionInput };
type NamedRequest = Omit<RedemptionRequest, 'input'>;

/** Maximum number of lost races, after which the caller must retry. */
const ROUNDS = 40;

/**
 * Redeems or reserves up to ten items in one transaction. The redemption is the record of its request: a repeat returns
 * what was created (lib/reference/items.md#holds-and-redemptions). Throws 422 per source, 409 `too_many_holds` and
 * `idempotency_conflict`, and 429 after too many unknown codes.
 */
export const createRedemption = async ({ input: read, ...named }: UncheckedRequest): Promise<Reply> => {
  let input: RedemptionInput;
  try {
    input = checkedInput(read);
  } catch (error) {
    return replayOrRefusal(error, named);
  }
  return create({ ...named, input });
};

const checkedInput = (read: () => RedemptionInput): RedemptionInput => {
  const input = read();
  holdSeconds(input);
  refuseRepeatedCodes(codesOf(input));
  return input;
};

const codesOf = ({ sources }: RedemptionInput): string[] => sources.map(({ code }) => normalizeCode(code));

const create = async (request: RedemptionRequest): Promise<Reply> => {
  const seconds = holdSeconds(request.input);
  const codes = codesOf(request.input);
  const lookups = await Promise.all(codes.map((code) => beginLookup(request.operator, code)));
  for (let round = 1; round <= ROUNDS; round++) {
    const codeRows = await readCodes(request, codes);
    if (codeRows.earlier) {
      await Promise.all(lookups.map((lookup) => lookup.hit()));
      return replayOf(codeRows.earlier, request);
    }
    if (round === 1) await settleLookups(codeRows, lookups, request);
    try {
      const [lookup] = lookups;
      const { unissued, company, terms } = codeRows;
      if (unissued && lookup) return await claimUnissued({ ...request, ...unissued, company, terms, lookup });
      return await commit(request, codeRows, seconds);
    } catch (error) {
      const replay = await afterRefusal(error, request);
      if (replay) return replay;
    }
    await pause(Math.min(round, 5));
  }
  throw conflict('item_busy', itemChanges('items_busy'), 1);
};

const refuseRepeatedCodes = (codes: readonly string[]): void => {
  const faults: FieldErrors = {};
  for (const [index, code] of codes.entries()) {
    if (codes.indexOf(code) < index) faults[`sources.${index}.code`] = ['This code is sent twice.'];
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
};

interface CodeRowsOfSources {
  earlier: RedemptionRow | undefined;
  company: CompanyRow;
  terms: ItemTerms;
  items: (ItemRow | undefined)[];
  dormant: (DormantCodeRow | undefined)[];
  /** Present for a dormant or vendor code that is the only source and is captured immediately. */
  unissued?: { code: string; dormant: DormantCodeRow | undefined };
}

/** Reads everything that the decision needs, in one call. */
const readCodes = async (
  { operator, input, id }: RedemptionRequest,
  codes: readonly string[],
): Promise<CodeRowsOfSources> => {
  const slug = operator.company;
  const misses = missesOf(slug);
  const redemption = redemptionKey(slug, id);
  const keys = codes.flatMap((code) => [itemKey(slug, code), dormantCodeKey(slug, code)]);
  const rows = await getRows([redemption, companyKey(slug), misses.key, ...keys], { consistent: true });
  if (codes.some(isWellFormedCode)) assertNotEnumerated(misses, rows.get(misses.key));
  const company = rows.get<CompanyRow>(companyKey(slug));
  if (!company) throw notFound('company');
  const items = codes.map((code) => rows.get<ItemRow>(itemKey(slug, code)));
  const dormant = codes.map((code) => rows.get<DormantCodeRow>(dormantCodeKey(slug, code)));
  const [code = ''] = codes;
  const isUnissued = codes.length === 1 && input.capture && !items[0] && (dormant[0] || isVendorCode(company, code));
  return {
    earlier: rows.get<RedemptionRow>(redemption),
    company,
    terms: termsOf(company),
    items,
    dormant,
    ...(isUnissued ? { unissued: { code, dormant: dormant[0] } } : {}),
  };
};

/**
 * Counts unknown codes and rejects codes that are not items. For a vendor code that is redeemed as the only source, the
 * vendor's response decides this later; other vendor codes are not counted.
 */
const settleLookups = async (
  codeRows: CodeRowsOfSources,
  lookups: readonly CodeLookup[],
  request: RedemptionRequest,
): Promise<void> => {
  const faults: FieldErrors = {};
  for (const [index, lookup] of lookups.entries()) {
    const { code } = request.input.sources[index] ?? { code: '' };
    const isDormant = codeRows.dormant[index] !== undefined;
    if (codeRows.unissued && !isDormant) continue;
    const isVendor = isVendorCode(codeRows.company, normalizeCode(code));
    if (codeRows.items[index] ?? (isDormant || isVendor)) await lookup.hit();
    if (codeRows.items[index] || codeRows.unissued) continue;
    if (isDormant || isVendor) {
      faults[`sources.${index}.code`] = ['This code is not issued yet: capture it at once, as the only source.'];
      continue;
    }
    const error = await lookup.miss();
    if (error.status !== 404) throw error;
    faults[`sources.${index}.code`] = [missing('missing', { what: 'item' })];
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
};

const commit = async (
  request: RedemptionRequest,
  codeRows: CodeRowsOfSources,
  seconds: number | undefined,
): Promise<Reply> => {
  const { operator, input, id } = request;
  const items = codeRows.items.flatMap((item) => item ?? []);
  if (items.length < input.sources.length) throw invalid('sources', 'A source is no longer an item. Try again.');
  const plan = planRedemption(items, input, codeRows.terms);
  const cause: Cause = { by: actorOf(operator), requestId: id, atMs: nowMs() };
  const row = newRedemption(request, plan, { seconds, cause });
  const context = { ...contextFrom(input), redemptionId: id };
  const writes = plan.sources.flatMap((source) => sourceWrites(source, row, { cause, context, terms: codeRows.terms }));
  const reply = { status: 201, body: presentCreated(row) };
  await transact([...writes, ...redemptionWrites(row, request, reply)]);
  return reply;
};

const sourceWrites = (
  { item, portion, minor, pieces, index }: PlannedSource,
  row: RedemptionRow,
  { cause, context, terms }: { cause: Cause; context: ClaimContext; terms: ItemTerms },
): Write[] => {
  if (row.expiresAtMs !== null) {
    const hold = { redemption: row.id, minor, pieces, untilMs: row.expiresAtMs };
    return holdWrites(item, hold, cause.atMs).writes;
  }
  const { change } = decideClaim(item, { ...portion, note: row.note, context }, terms);
  if (change.deltaMinor !== -minor) throw new Error(`Source ${index} changed while it was decided`);
  return changeWrites(item, applyChange(item, change, cause));
};

/** The reply of an earlier request with the same key. Throws 409 for other input. */
const replayOf = (row: RedemptionRow, { idempotency }: NamedRequest): Reply => {
  if (row.inputHash !== hashInput(idempotency.input)) throw keyConflict();
  return asReplay({ status: 201, body: presentCreated(row) });
};

/**
 * After a lost race: the replay when the same request was first, undefined when an item changed. Throws any other
 * error.
 */
const afterRefusal = async (error: unknown, request: RedemptionRequest): Promise<Reply | undefined> => {
  if (error instanceof TransactionRefused) {
    const recordFailure = error.failed(IDEMPOTENCY_WRITE);
    if (recordFailure?.row) return replayOf(rowOfType<RedemptionRow>('redemption', recordFailure.row), request);
    return undefined;
  }
  return replayOrRefusal(error, request);
};

/**
 * The replay if the redemption of this request exists: a concurrent duplicate may have taken the missing value. Throws
 * 409 if the key was used with other input, and otherwise `error`.
 */
const replayOrRefusal = async (error: unknown, request: NamedRequest): Promise<Reply> => {
  const { operator, id } = request;
  const row = await getRow<RedemptionRow>(redemptionKey(operator.company, id), { consistent: true });
  if (row) return replayOf(row, request);
  throw error;
};
