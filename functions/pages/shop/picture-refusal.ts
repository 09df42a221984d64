import type { Reply } from '../../pipeline/request.ts';
import { ApiError } from '../../platform/errors.ts';

/** The reply to the script whose uploaded picture is refused. Rethrows any other error. */
export const refusal = (error: unknown): Reply => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  return { status: error.status, body: { error: { code: error.code } }, headers: error.headers };
};
