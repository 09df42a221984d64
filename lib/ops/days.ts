import { nowMs } from '../../functions/platform/clock.ts';
import { OpsError } from './command.ts';

/** `YYYY-MM-DD` in UTC. */
export const dayName = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** The start of the day that an option names. Throws `OpsError` for an invalid or future day. */
export const dayOf = (text: string | undefined, option: string): number => {
  const atMs = Date.parse(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(atMs) && dayName(atMs) === text;
  if (!isDay) throw new OpsError(`--${option} must be a day in UTC such as 2027-05-01.`);
  if (atMs > nowMs()) throw new OpsError(`${text} has not begun yet.`);
  return atMs;
};
