import type { ApiError } from '../platform/errors.ts';
import { AGAIN_TEXTS } from './texts/try-again.ts';
import type { DeskVisit } from './visit.ts';

const MINUTE = 60;
const HOUR = 3600;

/** When a rate-limited user may continue; undefined for any other refusal. */
export const retryTime = (
  { language, t }: Pick<DeskVisit, 'language' | 't'>,
  { status, headers }: Pick<ApiError, 'status' | 'headers'>,
): string | undefined => {
  const seconds = Number(headers['Retry-After']);
  if (status !== 429 || !(seconds > 0)) return undefined;
  const format = new Intl.RelativeTimeFormat(t.tag);
  if (seconds < 2 * MINUTE) return AGAIN_TEXTS[language](format.format(Math.ceil(seconds), 'second'));
  if (seconds < 2 * HOUR) return AGAIN_TEXTS[language](format.format(Math.ceil(seconds / MINUTE), 'minute'));
  return AGAIN_TEXTS[language](format.format(Math.ceil(seconds / HOUR), 'hour'));
};
