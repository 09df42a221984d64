import { hasMollieKey } from '../../adapters/payments/mollie-client.ts';
import { mollieNotices } from '../../adapters/payments/mollie-notices.ts';
import { processNotice } from '../../domain/payments/notices/process-notice.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { acknowledge } from './acknowledge.ts';
import { receiveMollieNotice } from './routes.ts';

export const handler = publicEndpoint(receiveMollieNotice, async ({ rawBody }) => {
  if (!(await hasMollieKey())) throw notFound();
  return acknowledge(async () => {
    for (const notice of await mollieNotices(rawBody)) await processNotice(notice);
    // Mollie resends a notification until the response is 200.
  }, 200);
});
