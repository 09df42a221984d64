import { isDeskPage, missingPage } from '../desk/pages/missing-page.ts';
import type { AnswerUnknown } from './area.ts';

/** A page of the desk that does not exist, to whoever asks in a browser. */
export const answerUnknown: AnswerUnknown = (request, refusal) =>
  isDeskPage(request) ? missingPage(request, refusal) : undefined;
