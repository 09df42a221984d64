import { isEmailAddress } from '../../../platform/email-address.ts';
import type { MailAttachment, MailMessage } from '../../../adapters/mail/message.ts';
import { brandOf, type Brand } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { formatAmount, formatDay } from '../../fulfillment/documents/format.ts';
import { addressLine } from '../../fulfillment/documents/rules.ts';
import type { Language } from '../../fulfillment/documents/schema.ts';
import { formatTag, documentLanguage, documentTextsIn, type DocumentTexts } from '../../fulfillment/documents/texts.ts';
import { emailHtml } from './email-html.ts';
import { emailText, type Email } from './email.ts';
import { mailTextsIn, type MailTexts } from './texts.ts';

/** Data common to all emails of a company to one reader. */
export interface MailContext {
  company: CompanyRow;
  brand: Brand;
  language: Language;
  /** Locale tag for dates and amounts. */
  tag: string;
  texts: MailTexts;
  /** Words that emails share with documents. */
  terms: DocumentTexts;
  money: (minor: number, currency: string, column?: readonly number[]) => string;
  day: (epochMs: number) => string;
  /** Day and time, in the company's time zone. */
  moment: (epochMs: number) => string;
}

export const writingFor = (company: CompanyRow, locale: string | null | undefined): MailContext => {
  const language = documentLanguage(locale, company.language);
  const tag = formatTag(locale, language);
  const momentFormat = { dateStyle: 'long', timeStyle: 'short', timeZone: company.time_zone } as const;
  return {
    company,
    brand: brandOf(company),
    language,
    tag,
    texts: mailTextsIn(language),
    terms: documentTextsIn(language),
    money: (minor, currency, column) => formatAmount(minor, currency, tag, column),
    day: (epochMs) => formatDay(epochMs, company.time_zone, tag),
    moment: (epochMs) => new Intl.DateTimeFormat(tag, momentFormat).format(epochMs),
  };
};

/** Reply address of the company's emails. */
export const replyAddressOf = ({ contact }: CompanyRow): string | undefined => contact?.email;

/** Contact details of the shop. */
export const contactLines = ({ contact, address }: CompanyRow): string[] => {
  return [addressLine(address), contact?.phone, contact?.email, contact?.web].flatMap((line) => line || []);
};

/** An email with the common header and footer, and the caller's content. */
export const emailFrom = (
  { language, brand, texts, company }: MailContext,
  to: string | null | undefined,
  content: Partial<Email> & Pick<Email, 'paragraphs'>,
): Email => {
  const name = to?.trim();
  return {
    language,
    brand,
    hello: name ? texts.hello(name) : undefined,
    links: [],
    table: [],
    closing: texts.closing,
    contact: contactLines(company),
    ...content,
  };
};

interface Envelope {
  to: MailMessage['to'];
  subject: string;
  email: Email;
  attachments?: readonly MailAttachment[];
}

/** The complete email: sender name and reply address of the company. */
export const mailFrom = async (
  { company, brand }: Pick<MailContext, 'company' | 'brand'>,
  { to, subject, email, attachments = [] }: Envelope,
): Promise<Omit<MailMessage, 'mailId' | 'atMs'>> => {
  const replyTo = replyAddressOf(company) ?? company.defaults?.no_reply_email;
  return {
    fromName: brand.displayName,
    ...(replyTo !== undefined && isEmailAddress(replyTo) ? { replyTo } : {}),
    to,
    subject,
    text: emailText(email),
    html: await emailHtml(email),
    attachments,
    ...(email.unsubscribe ? { unsubscribeUrl: email.unsubscribe.url } : {}),
  };
};
