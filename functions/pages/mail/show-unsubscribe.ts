import { brandOfSlug } from '../../domain/company/brand/read.ts';
import { readUnsubscribeLink } from '../../domain/notifications/unsubscribes/link.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { confirmPage, unknownLinkPage } from './page.ts';
import { showUnsubscribe } from './routes.ts';

export const handler = browserEndpoint(showUnsubscribe, async ({ params }) => {
  const link = readUnsubscribeLink(params['token'] ?? '');
  return link ? confirmPage(link, await brandOfSlug(link.company)) : unknownLinkPage();
});
