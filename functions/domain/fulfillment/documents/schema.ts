import { createHash } from 'node:crypto';
import type { CardTemplate } from '../../company/settings/active-templates.ts';
import type { DocumentInput, DocumentPicture } from '../../../adapters/pdf/document.ts';

export type { DocumentInput, DocumentPicture };

/** What a document needs to know of one issued item; an item row is one. */
export interface DocumentedItem {
  code: string;
  /** Value when spent, smallest unit. */
  valueMinor: number;
  /** Last millisecond of its validity. */
  validUntilMs: number;
  /** Seats or pieces that the item represents. */
  pieces: number;
  /** Position in its order, from 0; absent where it was not counted. */
  sequence?: number;
  /** The template that it was issued with; absent: the default. */
  template?: CardTemplate;
}

/** Pictures of a brand, as documents draw them. */
export interface BrandPictures {
  logo?: DocumentPicture;
  logoOnLight?: DocumentPicture;
  background?: DocumentPicture;
}

/** What a document takes from outside its order. */
export interface DocumentSources {
  /** What the QR code of an item says. */
  claimUrlOf: (item: { company: string; code: string }) => string;
  picture?: DocumentPicture | undefined;
  /** Pictures of the brand. */
  brandPictures?: BrandPictures;
  /** The picture of what was bought. */
  productPicture?: DocumentPicture | undefined;
  /** Formalities (HTML) of the product. */
  formalities?: string | undefined;
}

/** Languages that documents and mail speak; any other falls back to the company's, then to English. */
export const LANGUAGES = ['da', 'sv', 'de', 'en', 'nb', 'nn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Stored document of a line (bucket `documents`). */
export const lineObject = (company: string, orderId: string, lineId: string): string =>
  `orders/${company}/${orderId}/${lineId}.pdf`;

/** Prefix of documents that exist as long as a link to them works; the bucket empties it daily. */
export const passingObject = (company: string, bytes: Uint8Array): string =>
  `passing/${company}/${createHash('sha256').update(bytes).digest('hex')}.pdf`;

/** The table keeps no order of the members of a map. */
const withSortedMembers = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Where a document made from these facts is kept for an hour. After that it is rendered again, since the pictures of an operator
 * may have changed or been out of reach.
 */
export const renderedObject = (company: string, facts: unknown, atMs: number): string => {
  const hour = Math.floor(atMs / 3_600_000);
  return passingObject(company, Buffer.from(JSON.stringify([hour, facts], withSortedMembers)));
};

/**
 * What the platform lets an answer carry: 6 MB, of which base64 takes a quarter. A larger document is answered with a
 * link to the store.
 */
export const MAX_ANSWER_BYTES = 4_500_000;

export const PDF = 'application/pdf';

/** A stored document, or where to fetch one that is too large for an answer. */
export type StoredDocument = { bytes: Buffer; name?: string } | { url: string };
