import { linkToMail, linkUrl } from '../../company/users/links.ts';
import { dropMail } from './drop-mail.ts';
import type { UserLinkMail } from './messages.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { emailFrom, mailFrom, writingFor } from './writing.ts';

/** A user who has not chosen a username has an email address as username. */
const isEmail = (username: string): boolean => username.includes('@');

/** Emails a user the link for setting a password, if the link is still valid. */
export const sendUserLinkMail = async (mail: UserLinkMail, queueMessage: QueueMessageRef): Promise<void> => {
  const { company: slug, username, link: kind, linkId } = mail;
  const mailId = `link-${linkId}`;
  const open = await linkToMail({ kind, username, id: linkId });
  if (!open) return dropMail({ company: slug, mailId, queueMessage });
  const { link, company } = open;
  await sendOnce({
    company: slug,
    mailId,
    orderId: '',
    queueMessage,
    message: mail,
    compose: () => {
      const writing = writingFor(company, link.language);
      const { invitation, reset } = writing.texts.users;
      const { subject, intro, action } = kind === 'invitation' ? invitation : reset;
      const { displayName } = writing.brand;
      const email = emailFrom(writing, isEmail(username) ? '' : username, {
        paragraphs: [
          intro(displayName, username),
          writing.texts.users.validUntil(writing.moment(link.expiresAtMs)),
          ...(kind === 'reset' ? [writing.texts.users.notRequested] : []),
        ],
        links: [{ label: action, url: linkUrl(link) }],
      });
      return mailFrom(writing, { to: { name: username, email: link.email }, subject: subject(displayName), email });
    },
  });
};
