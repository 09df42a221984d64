import { errorDetails } from '../../functions/platform/error-details.ts';
import { FunctionKilled } from './lambda/invocation.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof LEVELS)[number];

export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void;

/**
 * Writes one JSON line for each message to standard error. Standard output is reserved for the ready line, which
 * programs read.
 */
export const makeLog =
  (threshold: string): Log =>
  (level, message, details = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(threshold as LogLevel)) return;
    const line = { level: level.toUpperCase(), timestamp: new Date().toISOString(), message, ...details };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };

/** Log members for a failed invocation. */
export const failureDetails = (name: string, error: unknown): Record<string, unknown> => ({
  function: name,
  error: error instanceof FunctionKilled ? error.message : errorDetails(error),
});
