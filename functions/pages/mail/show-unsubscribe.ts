import { findBrand } from '../../domain/company/brand/find.ts';
import { verifyUnsubscribeLink } from '../../domain/notifications/unsubscribes/link.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { confirmPage, unknownLinkPage } from './page.ts';
import { showUnsubscribe } from './routes.ts';

export const handler = browserEndpoint(showUnsubscribe, async ({ params, headers }) => {
  const link = verifyUnsubscribeLink(params['token'] ?? '');
  return link ? confirmPage(link, await findBrand(link.company)) : unknownLinkPage(headers['accept-language']);
});
