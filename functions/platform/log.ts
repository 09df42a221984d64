import type { LogAttributes } from '@aws-lambda-powertools/logger/types';
import { areaOf, type AlarmName } from './alarm-name.ts';
import { errorDetails } from './error-details.ts';
import { invocationStore } from './invocation-store.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

const KEYS = Symbol('log keys');

/** Errors are logged as `error` or `cause`; all other values are ids and numbers. */
type Extra = Error | (Record<string, unknown> & { alarm?: AlarmName });

const isError = (name: string, value: unknown): boolean =>
  value instanceof Error || ((name === 'cause' || name === 'error') && value !== undefined);

/** The logger is loaded when the first line is written, because most invocations write none. */
const write = (level: Level, message: string, extra: Extra): void => {
  const details = extra instanceof Error ? { error: extra } : extra;
  const attributes = Object.entries(details).map(([name, value]) => [
    name,
    isError(name, value) ? errorDetails(value) : value,
  ]);
  const line: LogAttributes = {
    ...(invocationStore().get(KEYS) as LogAttributes | undefined),
    ...(Object.fromEntries(attributes) as LogAttributes),
    ...(extra instanceof Error || extra.alarm === undefined ? {} : { alarm_area: areaOf(extra.alarm) }),
  };
  void import('./logger.ts').then(({ logger }) => logger[level](message, line));
};

const writer =
  (level: Level) =>
  (message: string, extra: Extra = {}): void =>
    write(level, message, extra);

/**
 * Structured log of a function. Never log secrets, item codes or personal data, only ids (order, key, request) and
 * figures. Of an error, only the members that `errorDetails` returns are logged, never the message.
 */
export const log = {
  debug: writer('debug'),
  info: writer('info'),
  warn: writer('warn'),
  error: writer('error'),
  /** Sets the members that all further log lines of this invocation have. Replaces those of an earlier call. */
  setKeys: (keys: LogAttributes): void => {
    invocationStore().set(KEYS, keys);
  },
};
