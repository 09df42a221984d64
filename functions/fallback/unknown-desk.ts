import { isDeskPage, missingPage } from '../desk/pages/missing-page.ts';
import type { ReplyToUnknown } from './area.ts';

/** The "page not found" desk page, for browsers. */
export const replyToUnknown: ReplyToUnknown = (request, refusal) =>
  isDeskPage(request) ? missingPage(request, refusal) : undefined;
