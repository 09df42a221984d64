import type { Actor } from '../platform/actor.ts';
import { pendingAudit, type MemberChange, type RequestCause } from '../platform/cause.ts';
import { nowMs } from '../platform/clock.ts';
import type { Row } from './table.ts';
import { sortable } from './sortable.ts';

/** A change by a request whose own rows do not record the actor. Audit rows are never changed. */
export interface AuditRow extends Row {
  type: 'audit';
  company: string;
  id: string;
  operation: string;
  by: Actor;
  requestId: string;
  subject: Record<string, string>;
  /** Old and new values of at most 100 members. */
  changes?: readonly MemberChange[];
  atMs: number;
}

/** The audit rows of a company by time. */
export const auditOf = (company: string) => ({ index: 'ix1', partition: `${company}#audit` }) as const;

/**
 * Audit rows of changes to the stock of an option by time. For the seats of an event, `optionId` is the event's product
 * id.
 */
export const auditOfOption = (company: string, optionId: string) =>
  ({ index: 'ix2', partition: `${company}#audit#${optionId}` }) as const;

/** Maximum length of a value in a subject, because ids in a path may have any length. */
const SUBJECT_MAX = 255;

/** Limits for recorded changes: a row can be at most 400 KB, and texts of the catalog are long. */
const CHANGES_MAX = 100;
const VALUE_MAX = 500;

/** Returns a short value unchanged, and the beginning of the text or JSON of a longer one. */
const shortValue = (value: unknown): unknown => {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX).toWellFormed()}…` : value;
};

const shortenChange = ({ member, before, after }: MemberChange): MemberChange => ({
  member,
  before: shortValue(before),
  after: shortValue(after),
});

/** The audit row of a request. It has no codec, because it never changes and no decision depends on it. */
export const auditRow = ({ company, operation, by, requestId, subject, changes = [] }: RequestCause): AuditRow => {
  const id = crypto.randomUUID();
  const atMs = nowMs();
  const at = `${sortable(atMs)}#${id}`;
  const { option_id: optionId } = subject;
  const isMovement = optionId !== undefined && changes.some(({ before, after }) => before !== after);
  return {
    pk: `AUDIT#${company}#${id}`,
    sk: 'entry',
    ix1pk: auditOf(company).partition,
    ix1sk: at,
    ...(isMovement ? { ix2pk: auditOfOption(company, optionId).partition, ix2sk: at } : {}),
    type: 'audit',
    v: 1,
    company,
    id,
    operation,
    by,
    requestId,
    subject: Object.fromEntries(
      Object.entries(subject).map(([name, text]) => [name, text.slice(0, SUBJECT_MAX).toWellFormed()]),
    ),
    ...(changes.length > 0 ? { changes: changes.slice(0, CHANGES_MAX).map(shortenChange) } : {}),
    atMs,
  };
};

/** A change to an option's stock or an event's seats that is part of a larger change. */
export interface StockMovement {
  company: string;
  /** For example `gcvo_31`; for the seats of an event, the product id. */
  optionId: string;
  change: MemberChange;
}

/**
 * The row of a stock movement. Only the history of that stock lists it, because the audit log has the larger change.
 */
export const movementRow = (
  cause: Omit<RequestCause, 'company' | 'subject' | 'changes'>,
  { company, optionId, change }: StockMovement,
): AuditRow => {
  const {
    ix1pk: _list,
    ix1sk: _at,
    ...row
  } = auditRow({
    ...cause,
    company,
    subject: { option_id: optionId },
    changes: [change],
  });
  return row;
};

/** The audit row to add to a transaction. Empty outside an audited request, and after the request was audited. */
export const auditWrites = (): { put: AuditRow }[] => {
  const cause = pendingAudit();
  return cause ? [{ put: auditRow(cause) }] : [];
};
