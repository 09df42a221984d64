import { spoken } from '../../domain/fulfillment/documents/texts.ts';
import { ApiError } from '../../platform/errors.ts';
import { errorReply } from '../../pipeline/pipeline.ts';
import { publicEndpoint, type PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import type { Route } from '../../pipeline/route.ts';
import { browserErrorPage } from './browser-error-page.ts';
import { visitorsTag } from './visitors-tag.ts';

/**
 * The handler of a URL that people open or send a form to. Failures that people can cause or encounter are shown as a
 * page in their language. Other failures, and clients that do not accept HTML, get the error envelope. The cause is
 * logged with the request id.
 */
export const browserEndpoint = (
  route: Route & { access: 'public' },
  serve: (request: PublicRequest) => Promise<Reply>,
) =>
  publicEndpoint(route, async (request) => {
    try {
      return await serve(request);
    } catch (error) {
      if (!isForBrowser(request) || !isForPeople(error)) throw error;
      const language = spoken(visitorsTag(request.headers['accept-language'])) ?? 'en';
      return browserErrorPage(request.path, errorReply(error as Error), language);
    }
  });

/** Whether an error is shown as a page. Other refusals are for requests that no page of the service sends. */
const isForPeople = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [404, 410, 429].includes(error.status);

export const isForBrowser = ({ headers }: PublicRequest): boolean => (headers['accept'] ?? '').includes('text/html');
