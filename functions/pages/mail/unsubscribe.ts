import { brandOfSlug } from '../../domain/company/brand/read.ts';
import { readUnsubscribeLink } from '../../domain/notifications/unsubscribes/link.ts';
import { unsubscribe } from '../../domain/notifications/unsubscribes/unsubscribe.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { donePage, unknownLinkPage } from './page.ts';
import { unsubscribeRoute } from './routes.ts';

export const handler = browserEndpoint(unsubscribeRoute, async ({ params }) => {
  const link = readUnsubscribeLink(params['token'] ?? '');
  if (!link) return unknownLinkPage();
  const [brand] = await Promise.all([brandOfSlug(link.company), unsubscribe(link)]);
  return donePage(link, brand);
});
