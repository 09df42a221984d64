import type { Brand } from '../../company/brand/rules.ts';
import type { Language } from '../../fulfillment/documents/schema.ts';

export interface EmailFact {
  label: string;
  /** A second line under the label, smaller. */
  detail?: string | undefined;
  value: string;
  isTotal?: boolean;
}

/** What a mail says, before it is set as text and as HTML. */
export interface Email {
  language: Language;
  /** Whose mail it is: name, colours, logo. */
  brand: Brand;
  hello: string | undefined;
  paragraphs: readonly string[];
  /** The greeting that came with the order, shown as a quotation. */
  quotation?: string | undefined;
  /** Facts that stand out: when and where. */
  facts?: readonly EmailFact[];
  /** A sentence before the links, and the links. */
  linksIntro?: string | undefined;
  links: readonly { label: string; url: string }[];
  /** What was bought and for how much, or where it goes. */
  table: readonly EmailFact[];
  /** After the table: who sold, who bought. */
  parties?: readonly { label: string; lines: readonly string[] }[];
  closing: string;
  /** How the shop is reached. */
  contact?: readonly string[];
  /** Why it came, and how to get no more of its kind. */
  unsubscribe?: { why: string; label: string; url: string } | undefined;
}

/** The parts of a mail that are there. */
const given = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(between);

const rowText = ({ label, detail, value }: EmailFact): string =>
  given([value === '' ? label : `${label}: ${value}`, detail === undefined ? undefined : `  ${detail}`], '\n');

/** The mail as plain text: all that the HTML says, in the same order. */
export const emailText = (email: Email): string =>
  given(
    [
      email.hello ? `${email.hello},` : undefined,
      ...email.paragraphs,
      email.quotation
        ?.split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
      email.facts?.map(rowText).join('\n'),
      email.links.length > 0
        ? given([email.linksIntro, ...email.links.map(({ label, url }) => `${label}\n${url}`)], '\n')
        : undefined,
      email.table.map(rowText).join('\n'),
      ...(email.parties ?? []).map(({ label, lines }) => given([`${label}:`, ...lines], '\n')),
      given([email.closing, email.brand.displayName, ...(email.contact ?? [])], '\n'),
      email.unsubscribe && `${email.unsubscribe.why}\n${email.unsubscribe.label}: ${email.unsubscribe.url}`,
    ],
    '\n\n',
  ).concat('\n');
