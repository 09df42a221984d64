import { ApiError, invalidFields } from '../../../../platform/errors.ts';
import { missing } from '../../../../platform/messages/missing.ts';
import { nowMs } from '../../../../platform/clock.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import { transact } from '../../../../storage/transactions.ts';
import type { DormantCodeRow } from '../../../catalog/products/campaigns/rows.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import type { CodeLookup } from '../code-lookups.ts';
import { ACTIVATION, activeItem, itemOfDormant } from '../issuance/dormant.ts';
import { issueWithChanges, type IssueRequest } from '../issuance/issue-changed.ts';
import type { Cause, ItemChange } from '../ledger/ledger.ts';
import { actorOf } from '../operate.ts';
import { importVendorCode } from '../redemption/claim-vendor.ts';
import type { ItemRow } from '../rows.ts';
import { decideClaim, type ItemTerms } from '../rules.ts';
import { contextFrom } from '../schema.ts';
import { planRedemption, type RedemptionPlan } from './plan.ts';
import { presentCreated } from './present.ts';
import { newRedemption, redemptionWrites, type RedemptionRequest } from './new-redemption.ts';

interface UnissuedSource extends RedemptionRequest {
  code: string;
  company: CompanyRow;
  terms: ItemTerms;
  /** Absent for a code of the company's vendor. */
  dormant: DormantCodeRow | undefined;
  lookup: CodeLookup;
}

/**
 * Redeems a code that is not an item yet. One transaction creates and claims the item and writes the redemption. Throws
 * 422 on `sources.0.code` with the message that a claim of the code would have.
 */
export const claimUnissued = async (source: UnissuedSource): Promise<Reply> => {
  const cause: Cause = { by: actorOf(source.operator), requestId: source.id, atMs: nowMs() };
  let plan: RedemptionPlan | undefined;
  const claimOf = (item: ItemRow): ItemChange => {
    plan = planRedemption([item], source.input, source.terms);
    const [{ portion } = { portion: undefined }] = plan.sources;
    if (!portion) throw new Error('The plan has no source');
    const context = { ...contextFrom(source.input), redemptionId: source.id };
    return decideClaim(item, { ...portion, note: source.input.note ?? null, context }, source.terms).change;
  };
  const replyOf = () => {
    if (!plan) throw new Error('The item was not planned');
    const row = newRedemption(source, plan, { seconds: undefined, cause });
    return { row, reply: { status: 201, body: presentCreated(row) } };
  };
  const issue = await onSource(() =>
    source.dormant
      ? dormantIssue(source, source.dormant, { cause, claimOf })
      : importVendorCode({
          ...source,
          requestId: source.id,
          changesOf: (item) => [claimOf(item)],
          preview: () => replyOf().reply.body,
        }),
  );
  const { row, reply } = replyOf();
  await transact([...issueWithChanges(issue).writes, ...redemptionWrites(row, source, reply)]);
  return reply;
};

const dormantIssue = async (
  { company, operator, terms, id }: UnissuedSource,
  dormant: DormantCodeRow,
  { cause, claimOf }: { cause: Cause; claimOf: (item: ItemRow) => ItemChange },
): Promise<IssueRequest> => {
  // The missing value of a code is a fault of its source, not of the amount to cover.
  const item = await onSource(
    () => itemOfDormant(dormant, company, operator, { terms, requestId: id }),
    ['code', 'amount'],
  );
  return { item, changes: [ACTIVATION, claimOf(activeItem(item, cause))], cause };
};

/** Reports an unknown code, and errors about the given members, as faults of the source. */
const onSource = async <T>(run: () => T | Promise<T>, members: readonly string[] = ['code']): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isUnknown = error.status === 404;
    const member = members.find((name) => Object.hasOwn(error.faults, name));
    if (!isUnknown && !(error.status === 422 && member !== undefined)) throw error;
    throw invalidFields({
      'sources.0.code': isUnknown
        ? [missing('missing', { what: 'item' })]
        : (error.faults[member ?? ''] ?? [error.reason]),
    });
  }
};
