import { config } from '../../../platform/config.ts';
import { log } from '../../../platform/log.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import type { EndpointDisabledNotice } from '../webhooks/messages.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { emailFrom, mailFrom, writingFor, type MailContext } from './writing.ts';

const composeNotice = (writing: MailContext, notice: EndpointDisabledNotice, address: string) => {
  const { company, texts, moment } = writing;
  const t = texts.endpoint;
  const email = emailFrom(writing, undefined, {
    paragraphs: [t.intro(company.name, notice.url), `${t.reasons[notice.reason]} ${t.waiting}`, t.next],
    links: [{ label: t.action, url: `${config.baseUrl()}/desk/webhooks/${notice.endpointId}` }],
    facts: [{ label: t.switchedOff, value: moment(notice.atMs) }],
    table: [{ label: t.name, detail: notice.endpointId, value: '' }],
  });
  const subject = t.subject(new URL(notice.url).host);
  return mailFrom(writing, { to: { email: address, name: company.name }, subject, email });
};

/**
 * Notifies a company once that a webhook endpoint was disabled, in the company's language. The email goes to the
 * contact address or, without one, to the no-reply address, whose mailbox is possibly not read. A company with neither
 * address gets no email; the API shows the status of its endpoints.
 */
export const sendEndpointNotice = async (
  notice: EndpointDisabledNotice,
  queueMessage: QueueMessageRef,
): Promise<void> => {
  const company = await getRow<CompanyRow>(companyKey(notice.company));
  const address = company?.contact?.email ?? company?.defaults?.no_reply_email;
  log.warn('A webhook endpoint was disabled', { endpoint: notice.endpointId, reason: notice.reason });
  if (!company || !address) return;
  await sendOnce({
    company: notice.company,
    mailId: `endpoint-${notice.noticeId}`,
    orderId: '',
    queueMessage,
    message: notice,
    compose: () => composeNotice(writingFor(company, undefined), notice, address),
  });
};
