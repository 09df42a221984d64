import { brandOf } from '../brand/rules.ts';
import type { CompanyRow } from '../companies/rows.ts';
import { formatAmount } from '../documents/format.ts';
import { languageFor } from '../documents/words.ts';
import type { OrderRow } from '../orders/rows.ts';
import type { Letter } from './letter.ts';
import { mailWordsIn } from './words.ts';

/**
 * A mail that a fulfilled order owes.
 * - `gift`: the documents, to whom they are for.
 * - `own`: the documents and what they cost, to the buyer who keeps or hands them over.
 * - `confirmation`: what was bought, to the buyer; documents went to somebody else or go by post.
 */
export interface OwedMail {
  kind: 'gift' | 'own' | 'confirmation';
  to: { name: string; email: string };
}

const sameAddress = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Mails that a fulfilled order owes: one to each person. */
export const mailsOf = (order: OrderRow): OwedMail[] => {
  const { sender, recipient, delivery } = order;
  const buyer = { name: sender.name, email: sender.email };
  if (delivery.method === 'postal') return [{ kind: 'confirmation', to: buyer }];
  const goesToBuyer =
    delivery.method === 'sender_email' || !recipient?.email || sameAddress(recipient.email, sender.email);
  if (goesToBuyer) return [{ kind: 'own', to: buyer }];
  return [
    { kind: 'gift', to: { name: recipient.name, email: recipient.email } },
    { kind: 'confirmation', to: buyer },
  ];
};

/** A document as a mail names it. */
export interface MailedDocument {
  title: string;
  url: string;
}

interface Written {
  subject: string;
  letter: Letter;
}

/** What the mail says. `isAttached` tells whether the documents are with it or only linked. */
export const writeOrderMail = (
  mail: OwedMail,
  order: OrderRow,
  company: CompanyRow,
  documents: { all: readonly MailedDocument[]; isAttached: boolean },
): Written => {
  const language = languageFor(order.locale, company.language);
  const words = mailWordsIn(language);
  const from = order.sender.name.trim();
  const brand = brandOf(company);
  const hasDocuments = mail.kind !== 'confirmation';
  const letter: Letter = {
    language,
    brand,
    hello: mail.to.name.trim() ? words.hello(mail.to.name.trim()) : undefined,
    paragraphs: [introOf(mail, order, company)],
    quotation: mail.kind === 'gift' ? (order.greeting?.message ?? undefined) : undefined,
    linksIntro: documents.isAttached ? words.attached : words.linked,
    links: hasDocuments ? documents.all.map(({ title, url }) => ({ label: words.open(title), url })) : [],
    table: mail.kind === 'gift' ? [] : receiptOf(order, company),
    closing: words.closing,
  };
  const subjects = {
    gift: from ? words.giftSubject(from, brand.displayName) : words.giftSubjectPlain(brand.displayName),
    own: words.ownSubject(brand.displayName, order.reference),
    confirmation: words.confirmationSubject(brand.displayName, order.reference),
  };
  return { subject: subjects[mail.kind], letter };
};

const introOf = (mail: OwedMail, order: OrderRow, company: CompanyRow): string => {
  const words = mailWordsIn(languageFor(order.locale, company.language));
  const from = order.sender.name.trim();
  if (mail.kind === 'gift') return from ? words.giftIntro(from) : words.giftIntroPlain;
  if (mail.kind === 'own') return words.ownIntro;
  if (order.delivery.method === 'postal') return words.postedIntro;
  return words.confirmationIntro(order.recipient?.name.trim() || order.recipient?.email || '');
};

/** What was bought and what it cost; where it goes when it is posted. */
const receiptOf = (order: OrderRow, company: CompanyRow): Letter['table'] => {
  const language = languageFor(order.locale, company.language);
  const words = mailWordsIn(language);
  const { amounts } = order;
  const money = (minor: number): string => formatAmount(minor, amounts.currency, language);
  const lines = order.lines.map((line) => ({
    label: `${line.quantity} × ${[line.name, line.optionName].filter(Boolean).join(', ')}`,
    value: money(line.subtotal),
  }));
  const optional = [
    { label: words.discount, minor: -amounts.discount },
    { label: words.fees, minor: amounts.fees },
    { label: words.shipping, minor: amounts.shipping },
  ].flatMap(({ label, minor }) => (minor === 0 ? [] : [{ label, value: money(minor) }]));
  const { address } = order.delivery;
  return [
    { label: words.orderNumber, value: order.reference },
    ...lines,
    ...optional,
    { label: words.total, value: money(amounts.total), isTotal: true },
    ...(address ? [{ label: words.deliveredTo, value: addressLines(address).join('\n') }] : []),
  ];
};

const addressLines = (address: NonNullable<OrderRow['delivery']['address']>): string[] =>
  [
    address.name,
    address.company_name ?? '',
    address.street,
    `${address.postcode} ${address.city}`.trim(),
    address.country,
  ].filter(Boolean);
