import type { Brand } from '../../company/brand/rules.ts';
import type { Language } from '../../fulfillment/documents/schema.ts';

export interface EmailFact {
  label: string;
  /** A second line under the label, in smaller type. */
  detail?: string | undefined;
  value: string;
  isTotal?: boolean;
  /** Less prominent than prices: the number and the date of an order, and taxes. */
  isMinor?: boolean;
}

/** Content of an email, independent of text and HTML. */
export interface Email {
  language: Language;
  /** Brand of the sender: name, colors, logo. */
  brand: Brand;
  hello: string | undefined;
  paragraphs: readonly string[];
  /** The greeting of an order or item, or the message about a cancelled event, shown as a quotation. */
  quotation?: string | undefined;
  /** Highlighted facts: time and place. */
  facts?: readonly EmailFact[];
  /** A sentence before the links, and the links. A secondary link is less prominent than the others. */
  linksIntro?: string | undefined;
  links: readonly { label: string; url: string; isSecondary?: boolean }[];
  /** Items and prices, or the destination. */
  table: readonly EmailFact[];
  /** After the table: seller and buyer. */
  parties?: readonly { label: string; lines: readonly string[] }[];
  closing: string;
  /** Contact details of the shop. */
  contact?: readonly string[];
  /** Why the email was sent, and how to unsubscribe. */
  unsubscribe?: { why: string; label: string; url: string } | undefined;
}

/** Joins the parts of an email that are present. */
const joinPresent = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(between);

const rowText = ({ label, detail, value }: EmailFact): string =>
  joinPresent([value === '' ? label : `${label}: ${value}`, detail === undefined ? undefined : `  ${detail}`], '\n');

/** The email as plain text, with the content of the HTML in the same order. */
export const emailText = (email: Email): string =>
  joinPresent(
    [
      email.hello ? `${email.hello},` : undefined,
      ...email.paragraphs,
      email.quotation
        ?.split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
      email.facts?.map(rowText).join('\n'),
      email.links.length > 0
        ? joinPresent([email.linksIntro, ...email.links.map(({ label, url }) => `${label}\n${url}`)], '\n')
        : undefined,
      email.table.map(rowText).join('\n'),
      ...(email.parties ?? []).map(({ label, lines }) => joinPresent([`${label}:`, ...lines], '\n')),
      joinPresent([email.closing, email.brand.displayName, ...(email.contact ?? [])], '\n'),
      email.unsubscribe && `${email.unsubscribe.why}\n${email.unsubscribe.label}: ${email.unsubscribe.url}`,
    ],
    '\n\n',
  ).concat('\n');
