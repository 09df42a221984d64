import { publicEndpoint, type PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';
import type { Route } from '../pipeline/route.ts';
import { strangerErrorPage } from './pages/error-pages.ts';

/**
 * The handler of a URL for browsers, with or without a session: errors are shown as a page, in the browser's language.
 */
export const pageEndpoint = (route: Route & { access: 'public' }, serve: (request: PublicRequest) => Promise<Reply>) =>
  publicEndpoint(route, async (request) => {
    try {
      return await serve(request);
    } catch (error) {
      return strangerErrorPage(request, error);
    }
  });
