import { catalog } from '../../../platform/messages/catalog.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { management } from '../../../platform/messages/management.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { CODE_MAX_BYTES, foldCode, isStorableCode, normalizeCode } from '../../catalog/codes/rules.ts';
import { SYNTHETIC_COMPANY } from '../../../platform/synthetic.ts';
import { isTimeZone } from '../../../platform/zones.ts';
import { maximumOf, ticketsOfOption } from '../../catalog/products/rules.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkKeys } from './check-keys.ts';
import { checkPrintable } from './check-printable.ts';
import { checkVat } from './check-vat.ts';
import { checkCategories, checkCategoryNames } from './check-categories.ts';
import { checkUnique } from './check-taken.ts';
import { checkTemplates } from './check-templates.ts';
import { countersOf } from './counters.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';
import type { EventProduct, Experience, SpecialOffer } from '../../catalog/products/product-schema.ts';
import type { Company } from '../../company/settings/company-schema.ts';
import type { TakenNames } from './stored-catalog.ts';
import { PRODUCT_SECTIONS, type ProductSection } from './product-sections.ts';

/** Stored data that the file refers to. */
export interface StoredReferences {
  companies: ReadonlySet<string>;
  users: ReadonlySet<string>;
  /** `company/id` of experiences. */
  experiences: ReadonlySet<string>;
  /** Companies that have a counter of an option or of an event's seats, by id (`gcvo_31`, `evt_5`). */
  counters: ReadonlyMap<string, readonly string[]>;
  /** Companies with a `vat_percent`. */
  rated: ReadonlySet<string>;
  /** Ids of the categories that each stored company has. */
  categories: ReadonlyMap<string, ReadonlySet<number>>;
  taken: TakenNames;
  /** Texts on cards and tickets (check-printable.ts). */
  printed: ReadonlySet<string>;
}

type Path = readonly PropertyKey[];
type Report = (path: Path, message: Text) => void;

/** Rules across members and entries. Every fault is reported with its position in the file. */
export const checkOperatorData = (data: OperatorData, known: StoredReferences): Fault[] => {
  const faults: Fault[] = [];
  const report: Report = (path, message) => faults.push({ path: jsonPath(path), message });
  const companies = new Set([...known.companies, ...data.companies.map(({ slug }) => slug)]);
  checkCompanies(data.companies, companies, report);
  checkOwners(data, companies, report);
  faults.push(...checkKeys(data, known.users));
  for (const [section] of PRODUCT_SECTIONS) checkProducts(section, data[section], report);
  data.experiences.forEach((entry, at) =>
    checkOrder(['experiences', at, 'published_until'], entry.published_from, entry.published_until, report),
  );
  checkEvents(data.events, report);
  checkOffers(data.special_offers, report);
  checkCampaigns(data, known, report);
  checkCodes(data, report);
  checkRestock(data, known, report);
  return [
    ...faults,
    ...checkCategories(data, known.categories),
    ...checkCategoryNames(data),
    ...checkVat(data, known.rated),
    ...checkAccounts(data),
    ...checkPrintable(data, known.printed),
    ...checkTemplates(data),
    ...checkUnique(data, known.taken),
  ];
};

/** Reports duplicates of an identity, at the member that repeats it. */
const unique = <T>(
  report: Report,
  path: Path,
  entries: readonly T[],
  { member, of }: { member: string; of: (entry: T) => string },
) => {
  const identities = new Set<string>();
  entries.forEach((entry, at) => {
    const name = of(entry);
    if (identities.has(name)) report([...path, at, member], catalog('line_repeated', { member }));
    identities.add(name);
  });
};

const checkOrder = (path: Path, from: string | null, until: string | null, report: Report): void => {
  if (from !== null && until !== null && Date.parse(until) < Date.parse(from)) {
    report(path, management('moments_reversed'));
  }
};

interface Bounds {
  minimum: number;
  maximum?: number | undefined;
}

/** Compares the minimum with the effective maximum, which includes the default and `otherLimit`. */
const checkBounds = (path: Path, bounds: Bounds, report: Report, otherLimit: number | null = null): void => {
  const maximum = maximumOf(bounds, otherLimit);
  if (bounds.minimum > maximum) report([...path, 'minimum'], catalog('above_own_maximum', { maximum }));
};

const checkCompanies = (companies: readonly Company[], known: ReadonlySet<string>, report: Report): void => {
  unique(report, ['companies'], companies, { member: 'slug', of: ({ slug }) => slug });
  companies.forEach((company, at) => {
    const path = ['companies', at] as const;
    if (company.slug === SYNTHETIC_COMPANY) report([...path, 'slug'], management('slug_reserved'));
    if (!isTimeZone(company.time_zone)) report([...path, 'time_zone'], management('time_zone_unknown'));
    if (company.parent !== undefined) checkRelative([...path, 'parent'], company.parent, company, known, report);
    company.assigned.forEach((slug, index) => {
      checkRelative([...path, 'assigned', index], slug, company, known, report);
      if (company.assigned.indexOf(slug) < index)
        report([...path, 'assigned', index], 'This company is named already.');
    });
    if (company.terms?.url && !/^https?:\/\//i.test(company.terms.url)) {
      report([...path, 'terms', 'url'], management('http_address_malformed'));
    }
    checkGiftCard(path, company, report);
    checkPostal(path, company, report);
    unique(report, [...path, 'greeting', 'designs'], company.greeting.designs, {
      member: 'id',
      of: ({ id }) => String(id),
    });
    unique(report, [...path, 'categories'], company.categories, { member: 'id', of: ({ id }) => String(id) });
  });
};

const checkRelative = (path: Path, slug: string, company: Company, known: ReadonlySet<string>, report: Report) => {
  if (slug === company.slug) report(path, 'A company cannot name itself here.');
  else if (!known.has(slug)) report(path, management('company_slug_unknown', { slug }));
};

const checkGiftCard = (path: Path, { gift_card: card, currency }: Company, report: Report): void => {
  if (!card) return;
  if (card.minimum_amount < 1)
    report([...path, 'gift_card', 'minimum_amount'], validation('below_minimum', { minimum: 1 }));
  if (card.minimum_amount > card.maximum_amount) {
    report(
      [...path, 'gift_card', 'minimum_amount'],
      management('smallest_above_largest', { minor: card.maximum_amount, currency }),
    );
  }
  checkBounds([...path, 'gift_card', 'quantity'], card.quantity, report);
};

const checkPostal = (path: Path, { delivery: { postal } }: Company, report: Report): void => {
  if (!postal) return;
  const at = [...path, 'delivery', 'postal'];
  unique(report, [...at, 'destinations'], postal.destinations, { member: 'country', of: ({ country }) => country });
  unique(report, [...at, 'priorities'], postal.priorities, { member: 'id', of: ({ id }) => String(id) });
  if (postal.carrier === 'courier' && postal.priorities.length > 0) {
    report([...at, 'priorities'], catalog('priorities_with_courier'));
  }
  postal.priorities.forEach((priority, index) => {
    const first = postal.priorities.findIndex((other) => other.default);
    if (priority.default && index !== first) {
      report([...at, 'priorities', index, 'default'], catalog('default_repeated'));
    }
  });
};

const OWNED = [
  'api_keys',
  'experiences',
  'events',
  'special_offers',
  'campaigns',
  'discount_codes',
  'users',
  'oauth_clients',
  'restock',
] as const;

const checkOwners = (data: OperatorData, companies: ReadonlySet<string>, report: Report): void => {
  for (const section of OWNED) {
    data[section].forEach(({ company }, at) => {
      if (company !== undefined && !companies.has(company)) {
        report([section, at, 'company'], management('company_slug_unknown', { slug: company }));
      }
    });
  }
};

/** A row can be at most 400 KB, and orders contain a snapshot of the product. */
const PRODUCT_MAX_BYTES = 350_000;

type Product = Experience | EventProduct | SpecialOffer;

/** Additional limit for an event option: the maximum number of tickets per order. */
const mostOf = (product: Product, option: Product['options'][number]): number | null =>
  'tickets_per_event' in product && 'add_on' in option ? ticketsOfOption(product, option) : null;

const checkProducts = (section: ProductSection, products: readonly Product[], report: Report): void => {
  unique(report, [section], products, { member: 'id', of: ({ company, id }) => `${company}/${id}` });
  const identities = new Set<string>();
  products.forEach((product, at) => {
    if (Buffer.byteLength(JSON.stringify(product)) > PRODUCT_MAX_BYTES) {
      report([section, at], catalog('product_too_large', { bytes: PRODUCT_MAX_BYTES }));
    }
    product.options.forEach((option, index) => {
      const path = [section, at, 'options', index];
      const identity = `${product.company}/${option.id}`;
      if (identities.has(identity)) report([...path, 'id'], 'Another option of this company has the same id.');
      identities.add(identity);
      checkBounds([...path, 'quantity'], option.quantity, report, mostOf(product, option));
    });
  });
};

const checkEvents = (events: readonly EventProduct[], report: Report): void => {
  unique(report, ['events'], events, { member: 'slug', of: ({ company, slug }) => `${company}/${slug}` });
  events.forEach((event, at) => {
    checkOrder(['events', at, 'ends_at'], event.starts_at, event.ends_at, report);
    checkOrder(['events', at, 'closes_at'], event.opens_at, event.closes_at, report);
    unique(report, ['events', at, 'collection_points'], event.collection_points, {
      member: 'id',
      of: ({ id }) => String(id),
    });
  });
};

const checkOffers = (offers: readonly SpecialOffer[], report: Report): void =>
  offers.forEach((offer, at) =>
    offer.options.forEach(({ amount, regular_amount: regular, redeem_at_regular: atRegular }, index) => {
      const path = ['special_offers', at, 'options', index];
      if (atRegular && regular === undefined) {
        report([...path, 'redeem_at_regular'], catalog('regular_amount_missing'));
      }
      if (atRegular && regular !== undefined && regular < amount) {
        report([...path, 'regular_amount'], catalog('worth_below_price', { amount }));
      }
    }),
  );

const checkCampaigns = (data: OperatorData, known: StoredReferences, report: Report): void => {
  const experiences = new Set([...known.experiences, ...data.experiences.map(({ company, id }) => `${company}/${id}`)]);
  const codes = new Set<string>();
  unique(report, ['campaigns'], data.campaigns, { member: 'id', of: ({ company, id }) => `${company}/${id}` });
  data.campaigns.forEach((campaign, at) => {
    const path = ['campaigns', at] as const;
    checkOrder([...path, 'closes_at'], campaign.opens_at, campaign.closes_at, report);
    const { applies_to: target, amount_from: from, amount_to: to } = campaign;
    if (target !== 'gift_card' && !experiences.has(`${campaign.company}/${target.experience}`)) {
      report(
        [...path, 'applies_to', 'experience'],
        management('experience_unknown', { experience: target.experience }),
      );
    }
    if (from !== undefined && to !== undefined && from > to) {
      report([...path, 'amount_from'], management('amounts_reversed', { to }));
    }
    if (campaign.kind === 'reduced-price' && campaign.value > 100) {
      report([...path, 'value'], management('percent_above_hundred'));
    }
    campaign.codes.forEach((code, index) => {
      const identity = `${campaign.company}/${normalizeCode(code)}`;
      if (codes.has(identity)) report([...path, 'codes', index], management('code_repeated'));
      if (!isStorableCode(code))
        report([...path, 'codes', index], management('code_too_long', { bytes: CODE_MAX_BYTES }));
      codes.add(identity);
    });
  });
};

const checkCodes = (data: OperatorData, report: Report): void => {
  const identity = ({ company, code }: { company: string; code: string }) => `${company}/${foldCode(code)}`;
  unique(report, ['discount_codes'], data.discount_codes, { member: 'code', of: identity });
  data.discount_codes.forEach(({ opens_at: opens, closes_at: closes }, at) =>
    checkOrder(['discount_codes', at, 'closes_at'], opens, closes, report),
  );
  unique(report, ['users'], data.users, { member: 'username', of: ({ username }) => username });
  unique(report, ['oauth_clients'], data.oauth_clients, { member: 'client_id', of: ({ client_id: id }) => id });
};

/** Companies that a restock entry may refer to. */
export const restockOwners = (data: OperatorData, known: StoredReferences, option: string): string[] => [
  ...new Set([
    ...(known.counters.get(option) ?? []),
    ...countersOf(data).flatMap(({ name, company }) => (name === option ? [company] : [])),
  ]),
];

const checkRestock = (data: OperatorData, known: StoredReferences, report: Report): void => {
  unique(report, ['restock'], data.restock, {
    member: 'option',
    of: ({ option, company }) => `${company ?? ''}/${option}`,
  });
  data.restock.forEach(({ option, company }, at) => {
    const owners = restockOwners(data, known, option);
    if (company === undefined && owners.length > 1) {
      report(['restock', at, 'option'], `Several companies have ${option}: ${owners.join(', ')}. Name the company.`);
    } else if (company === undefined ? owners.length === 0 : !owners.includes(company)) {
      report(['restock', at, 'option'], `No option with a stock has the id ${option}.`);
    }
  });
};
