import type { DocumentInput, DocumentPicture } from '../../adapters/pdf/document.ts';
import type { Family } from '../orders/items.ts';

export type { DocumentInput, DocumentPicture };

/** What a document needs to know of one issued item. */
export interface DocumentedItem {
  code: string;
  /** Value when spent, smallest unit. */
  value: number;
  /** End of validity; null when it does not end. */
  validUntilMs: number | null;
  /** Seats or pieces the item stands for. */
  pieces: number;
}

/** What a document needs to know of an item that has no headless order: compatibility and operator issues. */
export interface LooseItem extends DocumentedItem {
  family: Family;
  title: string;
  option?: string;
  currency: string;
  senderName: string | null;
  recipientName: string | null;
  greeting: string | null;
  terms?: string | null;
}

/** Addresses and pictures that a document takes from outside its order. */
export interface DocumentSources {
  baseUrl: string;
  picture?: DocumentPicture | undefined;
}

/** Languages that documents and mail speak; any other falls back to the company's, then to English. */
export const LANGUAGES = ['da', 'sv', 'de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Stored document of a line (bucket `documents`). */
export const lineObject = (company: string, orderId: string, lineId: string): string =>
  `orders/${company}/${orderId}/${lineId}.pdf`;
