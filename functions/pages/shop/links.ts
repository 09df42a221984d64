import type { Family } from '../../domain/catalog/products/ids.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';

/** Path segments of the families. */
const FAMILY_PATHS: Readonly<Record<Exclude<Family, 'gift_card'>, string>> = {
  gift_card_variant: 'experiences',
  event_ticket: 'events',
  special_offer: 'offers',
};

export type ShelfFamily = keyof typeof FAMILY_PATHS;

/** The family of a path segment. */
export const familyAt = (path: string | undefined): ShelfFamily | undefined =>
  (Object.keys(FAMILY_PATHS) as ShelfFamily[]).find((family) => FAMILY_PATHS[family] === path);

type Query = Record<string, string | readonly string[] | undefined>;

/** URLs of a shop in one language. In a preview they contain its token. */
export class Links {
  readonly slug: string;
  readonly language: PageLanguage;
  readonly preview: string | undefined;

  constructor(slug: string, language: PageLanguage, preview?: string) {
    this.slug = slug;
    this.language = language;
    this.preview = preview;
  }

  in(language: PageLanguage): Links {
    return new Links(this.slug, language, this.preview);
  }

  #to(path: string, query: Query = {}): string {
    const entries = Object.entries({ ...query, preview: this.preview }).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    );
    const search = entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : '';
    return `/shop/${this.slug}/${this.language}${path}${search}`;
  }

  landing(): string {
    return this.#to('');
  }

  family(family: ShelfFamily, place: { page?: number; after?: string | undefined } = {}): string {
    const page = place.page !== undefined && place.page > 1 ? String(place.page) : undefined;
    return this.#to(`/${FAMILY_PATHS[family]}`, { page, after: place.after });
  }

  product(id: string): string {
    return this.#to(`/products/${encodeURIComponent(id)}`);
  }

  buy(query: Query = {}): string {
    return this.#to('/buy', query);
  }

  price(): string {
    return this.#to('/price');
  }

  pickupPoints(): string {
    return this.#to('/pickup-points');
  }

  pictures(): string {
    return this.#to('/pictures');
  }

  /** The signature prevents guessing the URL of a receipt. */
  receipt(orderId: string, signature: string): string {
    return `/shop/${this.slug}/${this.language}/orders/${orderId}/${signature}`;
  }

  document(orderId: string, signature: string, lineId: string): string {
    return `${this.receipt(orderId, signature)}/${lineId}`;
  }
}
