import { createHash } from 'node:crypto';
import type { CardTemplate } from '../../company/settings/active-templates.ts';
import type { DocumentInput, DocumentPicture } from '../../../adapters/pdf/document.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { isObject } from '../../../platform/is-object.ts';

export type { DocumentInput, DocumentPicture };

/** Item data for a document. An item row has these members. */
export interface DocumentedItem {
  code: string;
  /** Value, smallest currency unit. */
  valueMinor: number;
  /** Last millisecond of the item's validity. */
  validUntilMs: number;
  /** Number of seats or pieces. */
  pieces: number;
  /** Position in its order, from 0; absent if unknown. */
  sequence?: number;
  /** The template that was active at its issue; absent: the default. */
  template?: CardTemplate;
}

/** Pictures of a brand, for documents. */
export interface BrandPictures {
  logo?: DocumentPicture;
  logoOnLight?: DocumentPicture;
  background?: DocumentPicture;
}

/** Data that a document needs in addition to its order. */
export interface DocumentSources {
  /** Content of the QR code of an item. */
  claimUrlOf: (item: { company: string; code: string }) => string;
  picture?: DocumentPicture | undefined;
  brandPictures?: BrandPictures;
  productPicture?: DocumentPicture | undefined;
  /** Formalities (HTML) of the product. */
  formalities?: string | undefined;
}

/** Languages of documents and email; other languages fall back to the company's language, then to English. */
export const LANGUAGES = ['da', 'sv', 'de', 'en', 'nb', 'nn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Stored document of a line (bucket `documents`). */
export const lineObject = (company: string, orderId: string, lineId: string): string =>
  `orders/${company}/${orderId}/${lineId}.pdf`;

/** Key of a temporary document for a link. A lifecycle rule of the bucket deletes it after a day. */
export const passingObject = (company: string, bytes: Uint8Array): string =>
  `passing/${company}/${createHash('sha256').update(bytes).digest('hex')}.pdf`;

/** Sorts the members, because the table does not keep their order. */
const withSortedMembers = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/**
 * Key of a document with this input. It changes every hour, because the operator's pictures may have changed or been
 * unavailable.
 */
export const renderedObject = (company: string, facts: unknown, atMs: number): string => {
  const hour = Math.floor(atMs / HOUR_MS);
  return passingObject(company, Buffer.from(JSON.stringify([hour, facts], withSortedMembers)));
};

export const PDF = 'application/pdf';

/** A stored document, or a link to one that is too large for a response. */
export type StoredDocument = { bytes: Buffer; name?: string } | { url: string };
