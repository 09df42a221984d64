import type { ReplyRecorder } from '../../../storage/request-guid.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { Write } from '../../../storage/transactions.ts';
import { nowMs } from '../../../platform/clock.ts';
import { commitItemChange } from './ledger/commit-change.ts';
import { keyActor, type Actor } from '../../../platform/actor.ts';
import { itemPreview } from './preview.ts';
import type { ItemRow } from './rows.ts';
import type { Cause, ChangedItem, ItemChange } from './ledger/ledger.ts';

/** The operator of an item change, as recorded in the ledger. */
export interface Operator {
  /** Acting company. */
  company: string;
  /** Company of the key or user, which differs from `company` when an agency acts. */
  home: string;
  /** Id of the API key, or name of the v1 user. */
  keyId: string;
  /** Present when a user operates. */
  user?: string;
  /** Channel of the user; default: the legacy API. */
  door?: 'desk';
  /** v1 user that owns issued items. */
  createdBy?: string;
  /** Present for an operator command, which has neither key nor user. */
  system?: string;
}

export const actorOf = (operator: Operator): Actor => {
  if (operator.system !== undefined) return { system: operator.system };
  return operator.user === undefined
    ? keyActor(operator.keyId, operator.home)
    : { user: operator.user, company: operator.home, ...(operator.door ? { door: operator.door } : {}) };
};

/** The cause recorded in the ledger. Its id is the guid of the request. */
export const causeOf = (operator: Operator, recording: Pick<ReplyRecorder, 'guid'>): Cause => ({
  by: actorOf(operator),
  requestId: recording.guid,
  atMs: nowMs(),
});

/** Makes one change to one item and records the reply in the same transaction. */
export const operate = async (
  item: ItemRow,
  operator: Operator,
  recording: ReplyRecorder,
  operation: {
    /** Returns undefined if the item stays as it is. */
    decide: (item: ItemRow) => ItemChange | undefined | Promise<ItemChange | undefined>;
    body: (after: ChangedItem) => unknown;
    /** Records the reply for an item that does not change. Required if `decide` can return undefined. */
    recordUnchanged?: () => Promise<Reply>;
    /** Writes that must commit with the change in addition to the reply. */
    together?: () => Write[];
    /** Whether to call `decide` again when the write with this name loses a race. */
    decidesAgainFor?: (name: string) => boolean;
  },
): Promise<Reply> => {
  let reply: Reply | undefined;
  const changed = await commitItemChange(item, {
    cause: causeOf(operator, recording),
    decide: operation.decide,
    together: (after) => {
      reply = recording.reply(200, operation.body(after));
      return [recording.record(reply), ...(operation.together?.() ?? [])];
    },
    ...(operation.decidesAgainFor ? { decidesAgainFor: operation.decidesAgainFor } : {}),
    preview: (after, before) => itemPreview(operation.body(after), { before, after: after.item }),
  });
  // The reply of an attempt that lost a race was not recorded.
  if (!changed) reply = await operation.recordUnchanged?.();
  if (!reply) throw new Error('An item operation returned no reply');
  return reply;
};
