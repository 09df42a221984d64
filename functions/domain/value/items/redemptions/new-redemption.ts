import { createHash } from 'node:crypto';
import { visibleOrNull } from '../../../../platform/visible.ts';
import {
  hashInput,
  IDEMPOTENCY_WRITE,
  idempotencyRecordFor,
  recordAgentWrites,
  type IdempotencyInput,
  type Reply,
} from '../../../../storage/idempotency.ts';
import { ABSENT } from '../../../../storage/table.ts';
import type { Write } from '../../../../storage/transactions.ts';
import type { Cause } from '../ledger/ledger.ts';
import type { Operator } from '../operate.ts';
import type { PlannedSource, RedemptionPlan } from './plan.ts';
import { redemptionCodeRows, redemptionRow, type RedemptionRow, type RedemptionSource } from './rows.ts';
import type { RedemptionInput } from './schema.ts';

export interface RedemptionRequest {
  operator: Operator;
  input: RedemptionInput;
  /** Id of the redemption, derived from the idempotency key. */
  id: string;
  idempotency: IdempotencyInput;
}

/** The id of a redemption, derived from the company and the idempotency key, so that a repeat finds its redemption. */
export const redemptionIdOf = (idempotency: IdempotencyInput): string =>
  `rdm_${createHash('sha256')
    .update(`redemption\n${idempotencyRecordFor(idempotency).row.pk}`)
    .digest('hex')
    .slice(0, 32)}`;

/**
 * The writes of a new redemption: its row, the index rows of its codes other than the first, and the record of an
 * agent's request.
 */
export const redemptionWrites = (row: RedemptionRow, { idempotency }: RedemptionRequest, reply: Reply): Write[] => [
  { put: row, condition: ABSENT, name: IDEMPOTENCY_WRITE, reply: reply.body },
  ...redemptionCodeRows(row).map((put): Write => ({ put })),
  ...recordAgentWrites(idempotency, reply),
];

const sourceOf = ({ item, minor, pieces }: PlannedSource, isCaptured: boolean): RedemptionSource => ({
  code: item.code,
  itemType: item.itemType,
  minor,
  pieces,
  isByPiece: item.pieces > 1,
  capturedMinor: isCaptured ? minor : 0,
  capturedPieces: isCaptured ? pieces : 0,
  refundedMinor: 0,
  refundedPieces: 0,
  leftMinor: item.remainingMinor - minor,
});

/** The redemption as it is created: captured immediately, or held for a number of seconds. */
export const newRedemption = (
  { operator, input, id, idempotency }: RedemptionRequest,
  { currency, sources, outstandingMinor }: RedemptionPlan,
  { seconds, cause }: { seconds: number | undefined; cause: Cause },
): RedemptionRow =>
  redemptionRow({
    company: operator.company,
    id,
    state: seconds === undefined ? 'captured' : 'held',
    currency,
    sources: sources.map((source) => sourceOf(source, seconds === undefined)),
    outstandingMinor,
    reference: visibleOrNull(input.reference),
    location: visibleOrNull(input.location),
    note: visibleOrNull(input.note),
    orderId: null,
    expiresAtMs: seconds === undefined ? null : (Math.floor(cause.atMs / 1000) + seconds) * 1000,
    createdAtMs: cause.atMs,
    by: cause.by,
    inputHash: hashInput(idempotency.input),
    version: 1,
  });
