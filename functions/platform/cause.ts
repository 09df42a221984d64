import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actor.ts';

/** One member that a request has changed. A value that does not or did not exist is null. */
export interface MemberChange {
  /** Path of the member: `options.31.amount`. */
  member: string;
  before: unknown;
  after: unknown;
}

/** A request that may change something: its actor, its company, and its name. */
export interface RequestCause {
  /** The acting company. */
  company: string;
  /** Name of the route or operator command. */
  operation: string;
  by: Actor;
  requestId: string;
  /** Its subject: an order, an endpoint, a user. */
  subject: Record<string, string>;
  /** Old and new values, where the operation names them. */
  changes?: readonly MemberChange[];
}

/** A cause, and whether it has been audited. */
interface RecordedCause extends RequestCause {
  isAudited?: boolean;
}

const causes = new AsyncLocalStorage<RecordedCause | undefined>();

/**
 * Runs a request with its cause. It applies to all code that is called, because the audit must not depend on each
 * operation passing it on: an operation that forgot would change something without a recorded actor.
 */
export const withinCause = <T>(cause: RequestCause, operate: () => Promise<T>): Promise<T> =>
  causes.run({ ...cause, subject: { ...cause.subject } }, operate);

/** The cause that is not audited yet; undefined outside of a request and after its change was audited. */
export const pendingAudit = (): RequestCause | undefined => {
  const cause = causes.getStore();
  return cause?.isAudited ? undefined : cause;
};

/** The cause of the running request, audited or not. */
export const runningCause = (): RequestCause | undefined => causes.getStore();

/** A request is audited once, with the first of its changes that was committed. */
export const markAudited = (): void => {
  const cause = causes.getStore();
  if (cause) cause.isAudited = true;
};

/**
 * Runs writes that are not changes by the request: a row derived from earlier changes, or a recorded reply without a
 * change. Otherwise the audit log would list a change that was never made.
 */
export const withoutCause = <T>(operate: () => Promise<T>): Promise<T> => causes.run(undefined, operate);

/** Names the operation of the running request, where one route has several. */
export const nameOperation = (operation: string): void => {
  const cause = causes.getStore();
  if (cause) cause.operation = operation;
};

/**
 * Names the subject of the running request, where its path does not: the created resource, or the value that it set.
 */
export const nameSubject = (subject: Record<string, string>): void => {
  const cause = causes.getStore();
  if (cause) Object.assign(cause.subject, subject);
};

/** Records old and new values of the members that the running request changes, for its entry in the audit log. */
export const nameChanges = (changes: readonly MemberChange[]): void => {
  const cause = causes.getStore();
  if (cause) cause.changes = changes;
};
