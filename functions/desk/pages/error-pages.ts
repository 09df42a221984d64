import { html } from 'hono/html';
import { ApiError } from '../../platform/errors.ts';
import { errorReply } from '../../pipeline/pipeline.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { textsOf } from '../language.ts';
import { deskPage, strangerPage, type DeskPageOptions } from '../layout.ts';
import { refusalText } from './notices.ts';
import { FORM_TEXTS } from '../texts/forms.ts';
import { preferredLanguage, type DeskVisit } from '../visit.ts';

/**
 * Page for an action that the user's role does not allow, or for a form that no page of this session sent. Nothing was
 * executed.
 */
export const refusedPage = (visit: DeskVisit, why: 'right' | 'forged'): Promise<Reply> => {
  const { t } = visit;
  const [title, text] =
    why === 'right' ? [t.errors.noRight, t.errors.noRightText] : [t.errors.forged, t.errors.forgedText];
  return deskPage(visit, {
    title,
    status: 403,
    content: html`<h1>${title}</h1>
      <p>${text}</p>
      ${why === 'forged' ? pageAgain(visit) : none}
      <p><a class="button" href="/desk">${t.errors.toStart}</a></p>`,
  });
};

/** Link to the page that the form claims to come from. Another session of this browser may have shown it. */
const pageAgain = ({ page, language }: DeskVisit): Markup =>
  page === '/desk' ? none : html`<p><a href="${page}">${FORM_TEXTS[language].openAgain}</a></p>`;

/** The error page. The cause of an internal error is logged with the request id. */
export const errorPage = (visit: DeskVisit, error: unknown): Promise<Reply> =>
  deskPage(visit, errorOptions(visit, visit.request, error));

/** Like `errorPage`, for a request whose session is missing or cannot be read. */
export const strangerErrorPage = (request: PublicRequest, error: unknown): Promise<Reply> => {
  const language = preferredLanguage(request);
  return strangerPage(request, language, errorOptions({ language, t: textsOf(language) }, request, error));
};

const errorOptions = (
  { language, t }: Pick<DeskVisit, 'language' | 't'>,
  { method }: Pick<PublicRequest, 'method'>,
  error: unknown,
): DeskPageOptions => {
  const { status, headers = {} } = errorReply(error as Error);
  const isExplained = error instanceof ApiError && status < 500;
  const title = status === 404 ? t.errors.notFound : isExplained ? t.errors.refused : t.errors.failed;
  return {
    title,
    status,
    headers,
    content: html`<h1>${title}</h1>
      <p>${isExplained ? refusalText({ language, t }, error) : t.errors.failedText}</p>
      ${
        status >= 500 && method === 'GET'
          ? html`<p class="links">
              <a class="button" href="">${t.errors.tryAgain}</a> <a href="/desk">${t.errors.toStart}</a>
            </p>`
          : html`<p><a class="button" href="/desk">${t.errors.toStart}</a></p>`
      }`,
  };
};
