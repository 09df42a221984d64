import { findBrand } from '../../domain/company/brand/find.ts';
import { verifyUnsubscribeLink } from '../../domain/notifications/unsubscribes/link.ts';
import { unsubscribe } from '../../domain/notifications/unsubscribes/unsubscribe.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { donePage, unknownLinkPage } from './page.ts';
import { unsubscribeRoute } from './routes.ts';

export const handler = browserEndpoint(unsubscribeRoute, async ({ params, headers }) => {
  const link = verifyUnsubscribeLink(params['token'] ?? '');
  if (!link) return unknownLinkPage(headers['accept-language']);
  const [brand] = await Promise.all([findBrand(link.company), unsubscribe(link)]);
  return donePage(link, brand);
});
