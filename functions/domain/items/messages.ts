import type { Key } from '../../storage/table.ts';
import type { IndexedItem } from './index-search.ts';

/** Work on items that follows a commit (queue `items`). */
export type ItemWork =
  | { kind: 'index'; item: IndexedItem }
  /** A directly issued order: issue what is missing, activate what was captured. */
  | { kind: 'complete-order'; company: string; orderId: string }
  /** A group claim in steps: end it in the one direction or the other. */
  | { kind: 'complete-claim'; claim: Key };

/** Mail with the documents of one item, or of all items of a directly issued order (queue `mail`). */
export interface ItemMail {
  kind: 'items';
  company: string;
  orderId: string;
  /** Absent: every item of the order. */
  code?: string;
  email: string;
  /** The same for the same sending, so that a message that comes twice is mailed once. */
  mailId: string;
}
