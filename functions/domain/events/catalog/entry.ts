import type { PageLanguage } from '../../../platform/page-languages.ts';

/** Description of an event type. */
export interface CatalogEntry {
  /** Text in the API reference. */
  meaning: string;
  /** Name at the desk, by language. */
  name: Readonly<Record<PageLanguage, string>>;
  /** Version of the service that introduced the event type. */
  since: string;
}

/** Entries that one version introduced. */
export const catalog = <T extends string>(since: string, entries: Record<T, Omit<CatalogEntry, 'since'>>) =>
  Object.fromEntries(
    Object.entries<Omit<CatalogEntry, 'since'>>(entries).map(([type, entry]) => [type, { ...entry, since }]),
  ) as Record<T, CatalogEntry>;
