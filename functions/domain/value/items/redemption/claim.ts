import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import type { DormantCodeRow } from '../../../catalog/products/campaigns/rows.ts';
import { isVendorCode } from '../../vendor/rules.ts';
import { portionIn, type RequestedPortion } from '../amount.ts';
import { issueChanged } from '../issuance/issue-changed.ts';
import { claimVendorCode } from './claim-vendor.ts';
import { ACTIVATION, activeItem, itemOfDormant } from '../issuance/dormant.ts';
import type { ItemRow } from '../rows.ts';
import { lookUpCode, termsOf, type CodeRows } from '../load.ts';
import { causeOf, operate, type Operator } from '../operate.ts';
import { claimResult } from '../results.ts';
import { decideClaim, type ItemTerms } from '../rules.ts';

/**
 * Redeems an item, in full or in part. A dormant campaign code is activated and redeemed in one transaction; a code of
 * the company's vendor is claimed there and imported. Throws 422 with the reason, and 404 for an unknown code.
 */
export const claimItem = async (
  operator: Operator,
  code: string,
  portion: RequestedPortion,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const codeRows = await lookUpCode(operator, code);
  if (codeRows.item ?? codeRows.dormant) await codeRows.lookup.hit();
  if (codeRows.item) return claimLive(codeRows.item, portion, { operator, recording, terms: codeRows.terms });
  if (codeRows.dormant) return claimDormant(codeRows, codeRows.dormant, portion, { operator, recording });
  if (!isVendorCode(codeRows.company, code)) throw await codeRows.lookup.miss();
  const imported = await claimVendorCode({ codeRows, operator, code, portion, recording });
  if ('reply' in imported) return imported.reply;
  return claimLive(imported.existing, portion, { operator, recording, terms: codeRows.terms });
};

const claimLive = async (
  item: ItemRow,
  requested: RequestedPortion,
  context: { operator: Operator; recording: ReplyRecorder; terms: ItemTerms },
): Promise<Reply> => {
  const portion = portionIn(requested, item.currency);
  let whole = false;
  return operate(item, context.operator, context.recording, {
    decide: (current) => {
      const decision = decideClaim(current, portion, context.terms);
      whole = decision.whole;
      return decision.change;
    },
    body: (after) => claimResult(after, whole),
  });
};

const claimDormant = async (
  codeRows: CodeRows,
  dormant: DormantCodeRow,
  portion: RequestedPortion,
  context: { operator: Operator; recording: ReplyRecorder },
): Promise<Reply> => {
  const { operator, recording } = context;
  const cause = causeOf(operator, recording);
  const item = await itemOfDormant(dormant, codeRows.company, operator, {
    terms: codeRows.terms,
    requestId: recording.guid,
  });
  const live = activeItem(item, cause);
  const decision = decideClaim(live, portionIn(portion, live.currency), codeRows.terms);
  const issued = await issueChanged({ item, changes: [ACTIVATION, decision.change], cause }, recording, (after) =>
    claimResult(after, decision.whole),
  );
  if ('reply' in issued) return issued.reply;
  return claimLive(issued.existing, portion, { ...context, terms: termsOf(codeRows.company) });
};
