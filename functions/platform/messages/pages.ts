import type { PageLanguage } from '../page-languages.ts';
import { messagesOf, type Text } from './message.ts';

/** Legally required details of a seller, named like the fields of a company. */
export type SellerDetail = 'vat_number' | 'address' | 'contact' | 'terms';

const DETAILS: Readonly<Record<SellerDetail, string>> = {
  vat_number: 'VAT number',
  address: 'address',
  contact: 'contact',
  terms: 'terms',
};

/** Why a change to an order page is refused. */
export const PAGES = {
  /** `fault` is the fault of the text in `language`. */
  text_fault: ({ language, fault }: { language: PageLanguage; fault: Text }) => `${language}: ${String(fault)}`,
  too_many_drafts: ({ maximum }: { maximum: number }) =>
    `A company has at most ${maximum} open drafts. Publish or discard one of them first.`,
  draft_closed: ({ status }: { status: 'published' | 'discarded' }) =>
    `This draft was ${status}. Open a new one; it can begin with any revision.`,
  details_missing: ({ details }: { details: readonly SellerDetail[] }) =>
    `The page cannot be opened on production while the company lacks: ${details.map((detail) => DETAILS[detail]).join(', ')}.`,
  entry_repeated: ({ entry }: { entry: string }) => `${entry} is named twice.`,
  entry_out_of_range: ({
    entry,
    minimum,
    maximum,
  }: {
    entry: string;
    minimum: number | string;
    maximum: number | string;
  }) => `${entry} is not from ${minimum} to ${maximum}.`,
  entry_not_minor: ({ entry }: { entry: string }) => `${entry} is not a whole number of the smallest unit.`,
  entry_not_sold: ({ entry }: { entry: string }) => `${entry} is nothing that this company sells.`,
  entry_unknown: ({ entry, choices }: { entry: string; choices: string }) => `${entry} is none of: ${choices}.`,
  language_not_shown: ({ language }: { language: string }) => `${language} is not among the languages of the page.`,
  default_language_missing: ({ language }: { language: string }) =>
    `${language}, the default language, must be among them.`,
  no_gift_cards: 'The company sells no gift cards.',
  values_too_large: ({ bytes, maximum }: { bytes: number; maximum: number }) =>
    `All values together have ${bytes} bytes; a page has at most ${maximum}.`,
  revision_unknown: 'No revision of this page has this id.',
};

export const pages = messagesOf(PAGES);
