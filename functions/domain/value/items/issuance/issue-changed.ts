import { TransactionRefused, transact, type Write } from '../../../../storage/transactions.ts';
import { ABSENT } from '../../../../storage/table.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { addToCountsWrite } from '../../../catalog/products/campaigns/rows.ts';
import { itemPreview } from '../preview.ts';
import type { ItemRow } from '../rows.ts';
import {
  applyChange,
  issueItem,
  type Cause,
  type ChangedItem,
  type ItemChange,
  type NewItem,
} from '../ledger/ledger.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';

/** An item, and the changes to make in the transaction that issues it. */
export interface IssueRequest {
  item: NewItem;
  changes: ItemChange[];
  cause: Cause;
}

/**
 * The item after its first changes, and its writes: the item, every ledger entry so far, and the count of activations
 * of its campaign.
 */
export const issueWithChanges = ({ item, changes, cause }: IssueRequest): { last: ChangedItem; writes: Write[] } => {
  let last = issueItem(item);
  const entries = [last.entry];
  for (const change of changes) {
    last = applyChange(last.item, change, cause);
    entries.push(last.entry);
  }
  return {
    last,
    writes: [
      { put: last.item, condition: ABSENT, name: last.item.pk },
      ...entries.map((put): Write => ({ put })),
      ...activationCount(last.item),
    ],
  };
};

/** Counts an item from a campaign code as an activation of its campaign. */
const activationCount = ({ company, campaignId, isToken }: ItemRow): Write[] =>
  isToken && campaignId !== null ? [addToCountsWrite(company, campaignId, { activated: 1 })] : [];

/** The reply of a dry run of an issue. */
export const presentIssuePreview = (issue: IssueRequest, body: (after: ChangedItem) => unknown) => {
  const { last } = issueWithChanges(issue);
  return itemPreview(body(last), { after: last.item });
};

/**
 * Creates an item that is already activated or claimed, together with the recorded reply. Returns the existing item
 * when another process was first.
 */
export const issueChanged = async (
  issue: IssueRequest,
  recording: ReplyRecorder,
  body: (after: ChangedItem) => unknown,
): Promise<{ reply: Reply } | { existing: ItemRow }> => {
  const { last, writes } = issueWithChanges(issue);
  const reply = recording.reply(200, body(last));
  try {
    await transact([...writes, recording.record(reply)], () => presentIssuePreview(issue, body));
    return { reply };
  } catch (error) {
    const existing = error instanceof TransactionRefused ? error.failed(last.item.pk)?.row : undefined;
    const alone = error instanceof TransactionRefused && error.failures.length === 1;
    if (!existing || !alone) throw error;
    return { existing: rowOfType<ItemRow>('item', existing) };
  }
};
