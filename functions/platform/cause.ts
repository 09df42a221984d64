import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actor.ts';

/** One member that a request has changed. A value that was or is not there is null. */
export interface MemberChange {
  /** Path of the member: `options.31.amount`. */
  member: string;
  before: unknown;
  after: unknown;
}

/** One request that may change something: who makes it, for which company, and what it is called. */
export interface RequestCause {
  /** The company that is acted on. */
  company: string;
  /** Name of the route, or of the command of an operator. */
  operation: string;
  by: Actor;
  requestId: string;
  /** What it is about, by name: an order, an endpoint, a user. */
  subject: Record<string, string>;
  /** Old and new values, where the operation names them. */
  changes?: readonly MemberChange[];
}

/** A cause with what has been written of it so far. */
interface Standing extends RequestCause {
  isAudited?: boolean;
}

const causes = new AsyncLocalStorage<Standing | undefined>();

/**
 * Runs what a request does under its cause. It holds for everything that is called, however deep, because the audit must not
 * depend on each operation passing it on: an operation that forgot would change something without a recorded actor.
 */
export const withinCause = <T>(cause: RequestCause, operate: () => Promise<T>): Promise<T> =>
  causes.run({ ...cause, subject: { ...cause.subject } }, operate);

/** The cause that is not audited yet; undefined outside of a request and once its change has been audited. */
export const pendingAudit = (): RequestCause | undefined => {
  const cause = causes.getStore();
  return cause?.isAudited ? undefined : cause;
};

/** A request is audited once, with the first of its changes that was committed. */
export const markAudited = (): void => {
  const cause = causes.getStore();
  if (cause) cause.isAudited = true;
};

/**
 * Runs what is no change of the request's own: a row that follows from earlier changes, or an answer that is kept though
 * nothing changed. Audited with the request, the log would show a change that was never made.
 */
export const withoutCause = <T>(operate: () => Promise<T>): Promise<T> => causes.run(undefined, operate);

/** Says which of its operations the running request asks for, where one route has several. */
export const nameOperation = (operation: string): void => {
  const cause = causes.getStore();
  if (cause) cause.operation = operation;
};

/** Names what the running request is about, where its path does not: what it has just made, or to what it was set. */
export const nameSubject = (subject: Record<string, string>): void => {
  const cause = causes.getStore();
  if (cause) Object.assign(cause.subject, subject);
};

/** Records old and new values of what the running request changes, for its entry in the audit log. */
export const nameChanges = (changes: readonly MemberChange[]): void => {
  const cause = causes.getStore();
  if (cause) cause.changes = changes;
};
