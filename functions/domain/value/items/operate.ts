import type { Recording } from '../../../storage/request-guid.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { Write } from '../../../storage/transactions.ts';
import { nowMs } from '../../../platform/clock.ts';
import { changeItem } from './ledger/change.ts';
import { keyActor, type Actor } from '../../../platform/actor.ts';
import { itemPreview } from './preview.ts';
import type { ItemRow } from './rows.ts';
import type { Cause, Changed, ItemChange } from './ledger/ledger.ts';

/** Who operates on items, as the ledger keeps it. */
export interface Operator {
  /** Acting company. */
  company: string;
  /** Company of the key or user: another one when an agency acts. */
  home: string;
  /** Id of the API key, or name of the v1 user. */
  keyId: string;
  /** Present when a user operates. */
  user?: string;
  /** Where the user does so, unless it is the legacy API. */
  door?: 'desk';
  /** v1 user to whom issued items belong. */
  createdBy?: string;
  /** Present for a command of an operator, which has neither key nor user. */
  system?: string;
}

export const actorOf = (operator: Operator): Actor => {
  if (operator.system !== undefined) return { system: operator.system };
  return operator.user === undefined
    ? keyActor(operator.keyId, operator.home)
    : { user: operator.user, company: operator.home, ...(operator.door ? { door: operator.door } : {}) };
};

/** The cause that the ledger records: the guid of the request is its id. */
export const causeOf = (operator: Operator, recording: Pick<Recording, 'guid'>): Cause => ({
  by: actorOf(operator),
  requestId: recording.guid,
  atMs: nowMs(),
});

/** One change of one item together with the record of its answer. */
export const operate = async (
  item: ItemRow,
  operator: Operator,
  recording: Recording,
  operation: {
    decide: (item: ItemRow) => ItemChange | Promise<ItemChange>;
    body: (after: Changed) => unknown;
    /** Writes that must commit with the change beside the answer. */
    together?: () => Write[];
    /** Further writes, by name, whose lost race is decided again. */
    decidesAgainFor?: (name: string) => boolean;
  },
): Promise<Reply> => {
  let reply: Reply | undefined;
  await changeItem(item, {
    cause: causeOf(operator, recording),
    decide: operation.decide,
    together: (after) => {
      reply = recording.reply(200, operation.body(after));
      return [recording.record(reply), ...(operation.together?.() ?? [])];
    },
    ...(operation.decidesAgainFor ? { decidesAgainFor: operation.decidesAgainFor } : {}),
    would: (after, before) => itemPreview(operation.body(after), { before, after: after.item }),
  });
  if (!reply) throw new Error('An item operation decided nothing');
  return reply;
};
