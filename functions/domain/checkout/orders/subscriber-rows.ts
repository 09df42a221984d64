import { foldEmail } from '../../../platform/email-address.ts';
import { createHash } from 'node:crypto';
import type { Row } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { OrderRow } from './rows.ts';

/** A buyer who consented to marketing; written when the order is paid (lib/reference/reports.md#subscribers). */
export interface SubscriberRow extends Row {
  type: 'subscriber';
  /** Opaque id of the API. */
  id: string;
  company: string;
  email: string;
  name: string;
  subscribedAtMs: number;
  orderId: string;
  consentText: string;
  consentTextVersion?: string;
}

/** All subscribers of a company, oldest first. */
export const subscribersOf = (company: string) => ({ index: 'ix1', partition: `${company}#subscribers` }) as const;

/**
 * Each email address has one row with its newest consent. An order without consent writes nothing, because a buyer who
 * declines does so for that purchase only and does not revoke earlier consent.
 */
export const subscriberWrites = (order: OrderRow, nowMs: number): Write[] => {
  const consent = order.marketingConsent;
  if (!consent?.granted) return [];
  const email = foldEmail(order.sender.email);
  const id = createHash('sha256').update(`${order.company}\n${email}`).digest('hex').slice(0, 24);
  const row: SubscriberRow = {
    pk: `SUBSCRIBER#${order.company}#${id}`,
    sk: 'subscriber',
    type: 'subscriber',
    v: 1,
    id,
    company: order.company,
    email,
    name: order.sender.name,
    subscribedAtMs: nowMs,
    orderId: order.id,
    consentText: consent.consent_text ?? '',
    ...(consent.consent_text_version ? { consentTextVersion: consent.consent_text_version } : {}),
    ix1pk: subscribersOf(order.company).partition,
    ix1sk: `${sortable(nowMs)}#${id}`,
  };
  return [{ put: row, name: 'subscriber' }];
};
