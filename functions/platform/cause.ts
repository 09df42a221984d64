import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actor.ts';

/** A member that a request has changed, with its old and new value. A value that does not exist is null. */
export interface MemberChange {
  /** Path of the member, such as `options.31.amount`. */
  member: string;
  before: unknown;
  after: unknown;
}

/** A request that may change something, with its actor, its company, and its name. */
export interface RequestCause {
  /** The acting company. */
  company: string;
  /** Name of the route or operator command. */
  operation: string;
  by: Actor;
  requestId: string;
  /** What the request changes: an order, an endpoint, a user. */
  subject: Record<string, string>;
  /** Old and new values, if the operation records them. */
  changes?: readonly MemberChange[];
}

/** A cause, and whether it has been audited. */
interface RecordedCause extends RequestCause {
  isAudited?: boolean;
}

const causes = new AsyncLocalStorage<RecordedCause | undefined>();

/**
 * Runs a request with its cause. The cause applies to all code that the request runs and is not passed as an argument,
 * because an operation that does not pass it would make changes without a recorded actor.
 */
export const withinCause = <T>(cause: RequestCause, operate: () => Promise<T>): Promise<T> =>
  causes.run({ ...cause, subject: { ...cause.subject } }, operate);

/**
 * The cause of the running request if it is not audited yet; undefined outside a request and after its change was
 * audited.
 */
export const pendingAudit = (): RequestCause | undefined => {
  const cause = causes.getStore();
  return cause?.isAudited ? undefined : cause;
};

/** The cause of the running request, even if it is already audited. */
export const runningCause = (): RequestCause | undefined => causes.getStore();

/** Marks the request as audited. A request is audited once, with the first change that it commits. */
export const markAudited = (): void => {
  const cause = causes.getStore();
  if (cause) cause.isAudited = true;
};

/**
 * Runs writes that are not changes by the request: a row derived from earlier changes, or an idempotency record without
 * a change. Otherwise the audit log would list a change that was not made.
 */
export const withoutCause = <T>(operate: () => Promise<T>): Promise<T> => causes.run(undefined, operate);

/** Sets the operation of the running request, for a route with several operations. */
export const nameOperation = (operation: string): void => {
  const cause = causes.getStore();
  if (cause) cause.operation = operation;
};

/** Sets the subject of the running request, if its path does not contain it, such as the id of a created resource. */
export const nameSubject = (subject: Record<string, string>): void => {
  const cause = causes.getStore();
  if (cause) Object.assign(cause.subject, subject);
};

/** Records the old and new values of the running request for the audit log. */
export const nameChanges = (changes: readonly MemberChange[]): void => {
  const cause = causes.getStore();
  if (cause) cause.changes = changes;
};
