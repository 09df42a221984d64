import { isDeskPage, missingPage } from '../desk/pages/missing-page.ts';
import type { AnswerUnknown } from './area.ts';

/** The "page not found" page of the desk, for browsers. */
export const answerUnknown: AnswerUnknown = (request, refusal) =>
  isDeskPage(request) ? missingPage(request, refusal) : undefined;
