import { html } from 'hono/html';
import { ApiError } from '../../../platform/errors.ts';
import { errorReply } from '../../pipeline.ts';
import type { Reply } from '../../request.ts';
import { deskPage } from '../layout.ts';
import { said } from '../say.ts';
import type { DeskVisit } from '../visit.ts';

/** What a role may not do, or what no page of this session has sent. Nothing was done. */
export const refusedPage = (visit: DeskVisit, why: 'right' | 'forged'): Promise<Reply> => {
  const { t } = visit;
  const [title, text] =
    why === 'right' ? [t.trouble.noRight, t.trouble.noRightText] : [t.trouble.forged, t.trouble.forgedText];
  return deskPage(visit, {
    title,
    status: 403,
    content: html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/desk">${t.trouble.toCounter}</a></p>`,
  });
};

/** What a page that could not be made says. A fault of ours is in the log, under the request id. */
export const troublePage = (visit: DeskVisit, error: unknown): Promise<Reply> => {
  const { t } = visit;
  const { status, headers = {} } = errorReply(error as Error);
  const isTold = error instanceof ApiError && status < 500;
  const title = status === 404 ? t.trouble.notFound : isTold ? t.trouble.refused : t.trouble.failed;
  return deskPage(visit, {
    title,
    status,
    headers,
    content: html`<h1>${title}</h1>
      <p>${isTold ? said(visit, error.message) : t.trouble.failedText}</p>
      <p><a class="button" href="/desk">${t.trouble.toCounter}</a></p>`,
  });
};
