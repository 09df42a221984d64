import type { Actor } from '../platform/actor.ts';
import { pendingAudit, type MemberChange, type RequestCause } from '../platform/cause.ts';
import { nowMs } from '../platform/clock.ts';
import type { Row } from './table.ts';
import { sortable } from './sortable.ts';

/** A change made by a request whose own rows do not record the actor. These rows are append-only. */
export interface AuditRow extends Row {
  type: 'audit';
  company: string;
  id: string;
  operation: string;
  by: Actor;
  requestId: string;
  subject: Record<string, string>;
  /** Old and new values, of at most 100 members. */
  changes?: readonly MemberChange[];
  atMs: number;
}

/** The audit rows of a company by moment. */
export const auditOf = (company: string) => ({ index: 'ix1', partition: `${company}#audit` }) as const;

/** Audit rows of changes to the stock of an option, or to the seats of an event by its product id, by time. */
export const auditOfOption = (company: string, optionId: string) =>
  ({ index: 'ix2', partition: `${company}#audit#${optionId}` }) as const;

/**
 * Maximum length of a name in a subject, without half a surrogate pair at its end: ids from a path may have any length.
 */
const SUBJECT_MAX = 255;

/** A row holds 400 KB, and texts of a catalog are long. */
const CHANGES_MAX = 100;
const VALUE_MAX = 500;

/** A short value is kept; a longer one is cut to the beginning of its JSON or text. */
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

/** The audit row of a request. It never changes and no decision reads it, so it has no codec. */
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
    ...(!isMovement ? {} : { ix2pk: auditOfOption(company, optionId).partition, ix2sk: at }),
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

/** A change of an option's stock, or of an event's seats, as part of a larger change. */
export interface StockMovement {
  company: string;
  /** `gcvo_31`; the product id for the seats of an event. */
  optionId: string;
  change: MemberChange;
}

/** A stock movement's row. Only the history of its stock lists it: the audit log has the larger change. */
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

/** The audit row that a transaction adds; empty outside of an audited request, and once the request has been audited. */
export const auditWrites = (): { put: AuditRow }[] => {
  const cause = pendingAudit();
  return cause ? [{ put: auditRow(cause) }] : [];
};
