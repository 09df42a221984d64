import {
  eventOption,
  eventSchema,
  experienceOption,
  experienceSchema,
  offerOption,
  specialOfferSchema,
} from '../../catalog/products/product-schema.ts';
import type { ProductFamily, ProductKind } from '../../catalog/products/ids.ts';
import type { ProductSection } from '../operator-data/product-sections.ts';

/** A family of products in management routes. */
export interface ManagedFamily {
  /** Its section of the operator data file. */
  section: ProductSection;
  kind: ProductKind;
  family: ProductFamily;
  /** Members of a product and of an option in the file. */
  members: readonly string[];
  optionMembers: readonly string[];
}

const membersOf = ({ shape }: { shape: object }): string[] => Object.keys(shape).filter((name) => name !== 'company');

export const MANAGED_FAMILIES: Readonly<Record<string, ManagedFamily>> = {
  experiences: {
    section: 'experiences',
    kind: 'experience',
    family: 'gift_card_variant',
    members: membersOf(experienceSchema),
    optionMembers: membersOf(experienceOption),
  },
  events: {
    section: 'events',
    kind: 'event',
    family: 'event_ticket',
    members: membersOf(eventSchema),
    optionMembers: membersOf(eventOption),
  },
  'special-offers': {
    section: 'special_offers',
    kind: 'special-offer',
    family: 'special_offer',
    members: membersOf(specialOfferSchema),
    optionMembers: membersOf(offerOption),
  },
};
