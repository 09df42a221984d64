import type { Reply } from '../../../../storage/idempotency.ts';
import type { Recording } from '../../../../storage/request-guid.ts';
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
 * Redeems an item, wholly or in part. A dormant campaign code is activated and redeemed in one transaction; a code of
 * the company's vendor is claimed there and imported. Throws 422 with the reason, 404 for an unknown code.
 */
export const claimItem = async (
  operator: Operator,
  code: string,
  portion: RequestedPortion,
  recording: Recording,
): Promise<Reply> => {
  const looked = await lookUpCode(operator, code);
  if (looked.item ?? looked.dormant) await looked.lookup.hit();
  if (looked.item) return claimLive(looked.item, portion, { operator, recording, terms: looked.terms });
  if (looked.dormant) return claimDormant(looked, looked.dormant, portion, { operator, recording });
  if (!isVendorCode(looked.company, code)) throw await looked.lookup.miss();
  const imported = await claimVendorCode({ looked, operator, code, portion, recording });
  if ('reply' in imported) return imported.reply;
  return claimLive(imported.existing, portion, { operator, recording, terms: looked.terms });
};

const claimLive = async (
  item: ItemRow,
  asked: RequestedPortion,
  context: { operator: Operator; recording: Recording; terms: ItemTerms },
): Promise<Reply> => {
  const portion = portionIn(asked, item.currency);
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
  looked: CodeRows,
  dormant: DormantCodeRow,
  portion: RequestedPortion,
  context: { operator: Operator; recording: Recording },
): Promise<Reply> => {
  const { operator, recording } = context;
  const cause = causeOf(operator, recording);
  const item = itemOfDormant(dormant, looked.company, operator, {
    terms: looked.terms,
    requestId: recording.guid,
  });
  const live = activeItem(item, cause);
  const decision = decideClaim(live, portionIn(portion, live.currency), looked.terms);
  const born = await issueChanged({ item, changes: [ACTIVATION, decision.change], cause }, recording, (after) =>
    claimResult(after, decision.whole),
  );
  if ('reply' in born) return born.reply;
  return claimLive(born.existing, portion, { ...context, terms: termsOf(looked.company) });
};
