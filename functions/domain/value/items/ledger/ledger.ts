import { createHash } from 'node:crypto';
import type { Actor } from '../../../../platform/actor.ts';
import type { MemberChange } from '../../../../platform/cause.ts';
import { entryHash, GENESIS } from './chain.ts';
import { holdsAfter, liveHolds } from './holds.ts';
import { itemIndexes, ledgerIndexes } from './indexes.ts';
import { isLapsed, breakageLeft } from './lapse.ts';
import {
  itemKey,
  ledgerKey,
  worthOf,
  type AWAITING_PAYMENT,
  type ClaimContext,
  type ItemFacts,
  type ItemMarks,
  type ItemRow,
  type ItemStatus,
  type LedgerKind,
  type LedgerRow,
  type PAID,
} from '../rows.ts';
import { visibleOrNull } from '../../../../platform/visible.ts';

/** A decided change to an item's balance and state. Amounts in the smallest currency unit. */
export interface ItemChange {
  kind: LedgerKind;
  deltaMinor: number;
  deltaPieces: number;
  status: ItemStatus;
  note?: string | null;
  context?: ClaimContext | undefined;
  /** Facts of the item that the change replaces. */
  facts?: Pick<ItemFacts, 'validUntilMs' | 'orderValidUntilMs'>;
  /** Marks to change. Marks that are absent here are kept. */
  marks?: MarkChange;
  /** Old and new values of members of the item other than its balance, for the audit log. */
  changes?: readonly MemberChange[];
}

/** Marks to set; undefined removes a mark. */
export type MarkChange = { [K in keyof ItemMarks]: ItemMarks[K] | undefined };

/** The actor, request and time of a change. */
export interface Cause {
  by: Actor;
  requestId: string;
  atMs: number;
}

/** An item to be issued: its facts and whether it is paid already. */
export interface NewItem {
  facts: ItemFacts;
  status: typeof PAID | typeof AWAITING_PAYMENT;
  by: Actor;
  requestId: string;
  /** Epoch of the order at the time of issue. */
  epoch?: number;
  /** Note of the first ledger entry. */
  note?: string;
}

export interface ChangedItem {
  item: ItemRow;
  entry: LedgerRow;
}

/** Number of ledger entries kept in the row of an item, which is more than one write can add. */
const LATEST_KEPT = 4;

/** An item without ledger entries. */
export const EMPTY_LEDGER = {
  remainingMinor: 0,
  remainingPieces: 0,
  version: 0,
  ledgerSeq: 0,
  ledgerHash: GENESIS,
  ledgerAtMs: 0,
  latest: [],
};

const transactionIdOf = (company: string, code: string, seq: number): string =>
  createHash('sha256').update(`transaction\n${company}\n${code}\n${seq}`).digest('hex').slice(0, 24);

/** The issued item with its first entry. Deterministic. */
export const issueItem = (input: NewItem): ChangedItem => {
  const { facts } = input;
  const blank: ItemRow = {
    ...itemKey(facts.company, facts.code),
    type: 'item',
    v: 1,
    ...facts,
    ...(input.epoch === undefined ? {} : { epoch: input.epoch }),
    status: input.status,
    ...EMPTY_LEDGER,
    claimedMinor: 0,
    withdrawnMinor: 0,
    withdrawnPieces: 0,
    firstClaimedAtMs: null,
    lastClaimedAtMs: null,
  };
  return applyChange(
    blank,
    {
      kind: 'issue',
      deltaMinor: facts.valueMinor,
      deltaPieces: facts.pieces,
      status: input.status,
      note: visibleOrNull(input.note),
    },
    { by: input.by, requestId: input.requestId, atMs: facts.createdAtMs },
  );
};

/** The figures of an item after a change. Throws when they would be out of bounds. */
const balanceAfter = (item: ItemRow, { kind, deltaMinor, deltaPieces }: ItemChange) => {
  // Only the last entry of a replaced item withdraws value; the first entry of the successor takes it over.
  const isMoved = kind === 'replace' && item.ledgerSeq > 0;
  const withdraws = kind === 'cancel' || kind === 'withdraw' || kind === 'reinstate' || isMoved;
  const claims = kind === 'claim' || kind === 'refund';
  const adjusts = kind === 'adjust';
  const claimedMinor = item.claimedMinor - (claims ? deltaMinor : 0);
  // If a single piece was partly claimed, it stays claimed when the rest of its value is withdrawn.
  const withdrawsPieces = (withdraws || adjusts) && !(item.pieces === 1 && claimedMinor > 0);
  const after = {
    remainingMinor: item.remainingMinor + deltaMinor,
    remainingPieces: item.remainingPieces + deltaPieces,
    claimedMinor,
    withdrawnMinor: item.withdrawnMinor - (withdraws ? deltaMinor : 0),
    withdrawnPieces: item.withdrawnPieces - (withdrawsPieces ? deltaPieces : 0),
  };
  const adjusted = adjusts ? { adjustedMinor: (item.adjustedMinor ?? 0) + deltaMinor } : {};
  if (
    Object.values(after).some((figure) => !Number.isSafeInteger(figure) || figure < 0) ||
    after.remainingMinor + claimedMinor + after.withdrawnMinor !==
      worthOf({ valueMinor: item.valueMinor, adjustedMinor: item.adjustedMinor, ...adjusted }) ||
    after.remainingPieces + after.withdrawnPieces > item.pieces
  ) {
    throw new Error('A change would put an item out of bounds');
  }
  return { ...after, ...adjusted };
};

const entryAfter = (
  item: ItemRow,
  change: ItemChange,
  { cause, atMs, balance }: { cause: Cause; atMs: number; balance: ReturnType<typeof balanceAfter> },
): LedgerRow => {
  const { company, code, itemType, vatTreatment, vatPercent, currency } = item;
  const seq = item.ledgerSeq + 1;
  const unhashed: Omit<LedgerRow, 'hash'> = {
    ...ledgerKey({ company, code, atMs, seq }),
    type: 'ledger',
    v: 1,
    transactionId: transactionIdOf(company, code, seq),
    company,
    code,
    itemType,
    vatTreatment,
    vatPercent,
    currency,
    seq,
    kind: change.kind,
    deltaMinor: change.deltaMinor,
    deltaPieces: change.deltaPieces,
    balanceMinor: balance.remainingMinor,
    balancePieces: balance.remainingPieces,
    status: change.status,
    by: cause.by,
    requestId: cause.requestId,
    note: visibleOrNull(change.note),
    ...(change.context ? { context: change.context } : {}),
    ...(change.changes ? { changes: change.changes } : {}),
    atMs,
    previousHash: item.ledgerHash,
  };
  return { ...unhashed, hash: entryHash(unhashed) };
};

/** The item after a change, and its entry. Throws when the figures would be out of bounds. */
export const applyChange = (item: ItemRow, change: ItemChange, cause: Cause): ChangedItem => {
  const atMs = Math.max(cause.atMs, item.ledgerAtMs);
  const balance = balanceAfter(item, change);
  const entry = entryAfter(item, change, { cause, atMs, balance });
  const claimed = change.kind === 'claim';
  const next = withBreakage({
    ...applyMarks(item, {
      holds: holdsAfter(item.holds, atMs),
      // An item cancelled by staff stays cancelled, even when a refund that withdrew value from it is refused.
      ...(change.kind === 'cancel' ? { taken: undefined } : {}),
      ...change.marks,
    }),
    ...change.facts,
    status: change.status,
    ...balance,
    firstClaimedAtMs: item.firstClaimedAtMs ?? (claimed ? atMs : null),
    lastClaimedAtMs: claimed ? atMs : item.lastClaimedAtMs,
    ...(claimed ? { lastClaimRequestId: cause.requestId } : {}),
    version: item.version + 1,
    ledgerSeq: entry.seq,
    ledgerHash: entry.hash,
    ledgerAtMs: atMs,
    latest: [...item.latest, [entry.seq, change.kind, change.deltaMinor, change.status, atMs] as const].slice(
      -LATEST_KEPT,
    ),
  });
  // Value restored after breakage also becomes breakage.
  if (change.deltaMinor > 0 && (next.breaks ?? next.brokenMinor) !== undefined && isLapsed(next))
    next.breaksAtMs ??= atMs;
  if (liveHolds(next, atMs).reduce((sum, { minor }) => sum + minor, 0) > balance.remainingMinor) {
    throw new Error('A change would take value that is held');
  }
  return { item: { ...next, ...itemIndexes(next) }, entry: { ...entry, ...ledgerIndexes(entry) } };
};

/** The item with changed marks. Balance and state are unchanged, so there is no ledger entry. */
export const changeMarks = (item: ItemRow, marks: MarkChange): ItemRow => {
  const next = withBreakage({ ...applyMarks(item, marks), version: item.version + 1 });
  return { ...next, ...itemIndexes(next) };
};

const applyMarks = (item: ItemRow, marks: MarkChange): ItemRow => {
  const next: ItemRow & MarkChange = without(
    { ...item, ...marks },
    (name, value) => INDEXES.has(name) || (value === undefined && name in marks),
  );
  return next as ItemRow;
};

const withBreakage = (item: ItemRow): ItemRow => {
  const brokenMinor = breakageLeft(item);
  if (brokenMinor === (item.brokenMinor ?? 0)) return item;
  const next = without(item, (name) => name === 'brokenMinor');
  return brokenMinor === 0 ? next : { ...next, brokenMinor };
};

const INDEXES: ReadonlySet<string> = new Set([
  'ix2pk',
  'ix2sk',
  'ix3pk',
  'ix3sk',
  'ix4pk',
  'ix4sk',
  'duepk',
  'duesk',
] satisfies (keyof ItemRow)[]);

/** A copy without some members. If they were deleted instead, every later copy would be several times slower. */
const without = <T extends object>(row: T, isOmitted: (name: string, value: unknown) => boolean): T => {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (!isOmitted(name, value)) kept[name] = value;
  return kept as T;
};

export const withoutIndexes = (item: ItemRow): ItemRow => without(item, (name) => INDEXES.has(name));
