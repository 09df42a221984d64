import type { CompanyRow } from '../../company/companies/rows.ts';
import { termsOfFamily } from '../../company/companies/terms.ts';
import { canBePosted, hasSendAt, type DeliveryMethod } from '../delivery/rules.ts';
import { defaultPriority, publishedPriorities, type Postal, type Priority } from '../delivery/postage.ts';
import { PICTURE_MAX_BYTES, PICTURE_MIMES } from '../greeting-images/schema.ts';
import { designIdOf, priorityIdOf, type Family } from '../products/ids.ts';

/**
 * The parts of a product that are settings of its company: delivery, personalization, terms
 * (lib/reference/catalog.md#company-rules).
 */
export const companyParts = (company: CompanyRow, family: Family) => ({
  delivery_methods: {
    recipient_email: emailMethod(company, 'recipient_email'),
    sender_email: emailMethod(company, 'sender_email'),
    postal: postalMethod(company, family),
  },
  personalization: {
    greeting: {
      max_length: company.greeting.max_length,
      image: { accepted_mime: [...PICTURE_MIMES], max_bytes: PICTURE_MAX_BYTES },
    },
    designs: company.greeting.designs.map(({ id, name, url }) => ({ id: designIdOf(id), name, url })),
    amount_images: company.greeting.amount_images,
  },
  terms: { url: company.terms?.url ?? null, html: termsOfFamily(company, family)?.html ?? null },
});

const emailMethod = (company: CompanyRow, method: Exclude<DeliveryMethod, 'postal'>) => ({
  available: company.delivery[method].available,
  price: 0,
  price_varies: false,
  supports_send_at: hasSendAt(method),
  phone_required: false,
});

const NOT_POSTED = {
  available: false,
  price: null,
  price_varies: false,
  supports_send_at: hasSendAt('postal'),
  phone_required: false,
  extra_card_price: null,
  destinations: [],
};

const postalMethod = (company: CompanyRow, family: Family) => {
  const { postal } = company.delivery;
  if (!postal || !canBePosted(family)) return NOT_POSTED;
  const priorities = publishedPriorities(postal);
  return {
    available: true,
    price: lowestPrice(postal),
    price_varies: priceVaries(postal, priorities),
    supports_send_at: hasSendAt('postal'),
    phone_required: postal.phone_required,
    extra_card_price: postal.extra_card,
    destinations: postal.destinations.map((destination) => ({
      country: destination.country,
      private: destination.private ?? null,
      collection: destination.collection ?? null,
      company: destination.company ?? null,
    })),
    ...(priorities.length > 0 ? { priorities: presentPriorities(postal, priorities) } : {}),
  };
};

const shapePrices = (postal: Postal): number[] =>
  postal.destinations
    .flatMap((destination) => [destination.private, destination.collection, destination.company])
    .filter((price) => price !== undefined);

/** Postage of one card to the cheapest destination with the default priority; null without a destination. */
const lowestPrice = (postal: Postal): number | null => {
  const prices = shapePrices(postal);
  return prices.length === 0 ? null : Math.min(...prices) + (defaultPriority(postal)?.price_per_card ?? 0);
};

/** Whether the postage depends on the destination, the kind of address, the priority or the number of cards. */
const priceVaries = (postal: Postal, priorities: readonly Priority[]): boolean =>
  new Set(shapePrices(postal)).size > 1 ||
  priorities.length > 0 ||
  postal.extra_card > 0 ||
  (defaultPriority(postal)?.price_per_card ?? 0) > 0;

const presentPriorities = (postal: Postal, priorities: readonly Priority[]) => {
  const byDefault = defaultPriority(postal);
  return priorities.map((priority) => ({
    id: priorityIdOf(priority.id),
    label: priority.label,
    description: priority.description ?? null,
    price_per_card: priority.price_per_card,
    default: priority === byDefault,
  }));
};
