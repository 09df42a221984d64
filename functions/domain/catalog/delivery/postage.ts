import { priorityIdOf } from '../products/ids.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';

/** Postal delivery of a company (lib/reference/delivery.md#postage). Prices are in the smallest currency unit. */
export type Postal = NonNullable<CompanyRow['delivery']['postal']>;
export type Priority = Postal['priorities'][number];

/** To a private address, a company address or a pickup point. */
export type DestinationKind = 'private' | 'company' | 'collection';

/**
 * The default priority: the priority that is marked as default, or the cheapest. Undefined for a courier, and without
 * priorities.
 */
export const defaultPriority = (postal: Postal): Priority | undefined =>
  postal.carrier === 'own_post'
    ? (postal.priorities.find((priority) => priority.default) ??
      postal.priorities.toSorted((a, b) => a.price_per_card - b.price_per_card)[0])
    : undefined;

/**
 * Publishes priorities only if buyers have a real choice: at least two priorities, all with different prices, and the
 * default is the cheapest. Otherwise none is published, and the default applies (lib/reference/delivery.md#priorities).
 */
export const publishedPriorities = (postal: Postal): readonly Priority[] => {
  if (postal.carrier !== 'own_post' || postal.priorities.length < 2) return [];
  const prices = postal.priorities.map((priority) => priority.price_per_card);
  if (new Set(prices).size < prices.length) return [];
  return defaultPriority(postal)?.price_per_card === Math.min(...prices) ? postal.priorities : [];
};

export const findPublishedPriority = (postal: Postal, id: string): Priority | undefined =>
  publishedPriorities(postal).find((priority) => priorityIdOf(priority.id) === id);

/** Postage of a number of cards in one parcel. */
export const postageOf = (input: {
  postal: Postal;
  destinationPrice: number;
  priority: Priority | undefined;
  cards: number;
}): number =>
  input.destinationPrice +
  input.postal.extra_card * Math.max(0, input.cards - 1) +
  (input.priority?.price_per_card ?? 0) * input.cards;
