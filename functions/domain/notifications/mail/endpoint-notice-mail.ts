import { toTimestamp } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { getRow } from '../../../storage/table.ts';
import { brandOf } from '../../company/brand/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import type { EndpointDisabledNotice } from '../webhooks/messages.ts';
import { emailHtml } from './email-html.ts';
import { emailText, type Email } from './email.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';

const REASONS: Readonly<Record<EndpointDisabledNotice['reason'], string>> = {
  failing: 'For five days every delivery to it has failed.',
  gone: 'It answered 410 Gone, which means that it no longer wants events.',
};

/** Notifies a company that a webhook endpoint was disabled. Always in English, because it is for developers. */
const emailOf = (notice: EndpointDisabledNotice, company: CompanyRow): Email => ({
  language: 'en',
  brand: brandOf(company),
  hello: undefined,
  paragraphs: [
    `A webhook endpoint of ${company.name} was switched off: ${notice.url}`,
    `${REASONS[notice.reason]} Deliveries that were waiting for it count as failed.`,
    'When the receiver works again, enable the endpoint and replay what failed. The feed of events holds everything ' +
      'that happened in the last 30 days.',
  ],
  links: [],
  table: [
    { label: 'Endpoint', value: notice.endpointId },
    { label: 'Switched off at', value: toTimestamp(notice.atMs) },
  ],
  closing: 'This mail was sent by the webhook service for',
});

/**
 * Mails the notice once to the company's contact, otherwise to its no-reply address, which may have no reader. A
 * company with neither reads the state of its endpoints through the API.
 */
export const sendEndpointNotice = async (notice: EndpointDisabledNotice, carrier: QueueMessageRef): Promise<void> => {
  const company = await getRow<CompanyRow>(companyKey(notice.company));
  const address = company?.contact?.email ?? company?.defaults?.no_reply_email;
  log.warn('A webhook endpoint was switched off', { endpoint: notice.endpointId, reason: notice.reason });
  if (!company || !address) return;
  const email = emailOf(notice, company);
  await sendOnce({
    company: notice.company,
    mailId: `endpoint-${notice.noticeId}`,
    orderId: '',
    carrier,
    message: notice,
    compose: async () => ({
      fromName: brandOf(company).displayName,
      to: { email: address, name: company.name },
      subject: `Webhook endpoint switched off: ${new URL(notice.url).host}`,
      text: emailText(email),
      html: await emailHtml(email),
      attachments: [],
    }),
  });
};
