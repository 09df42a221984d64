import type { ListedProduct as Product } from '../../domain/catalog/listing/browse.ts';
import { formatAmount, formatDay, formatEventTime } from '../../domain/fulfillment/documents/format.ts';
import type { Visit } from './visit.ts';

/**
 * An amount in the smallest unit as people of the page's language write it: of the catalog in the currency of the shop, of an
 * order in its own, which may be an earlier one.
 */
export const money = ({ shop, t }: Visit, amountMinor: number, currency = shop.company.currency): string =>
  formatAmount(amountMinor, currency, t.tag);

/** The day of a moment on the clock of the shop. */
export const day = ({ shop, t }: Visit, epochMs: number): string => formatDay(epochMs, shop.company.time_zone, t.tag);

/** Day and time of a moment on the clock of the shop. */
export const moment = ({ shop, t }: Visit, epochMs: number): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'long', timeStyle: 'short', timeZone: shop.company.time_zone }).format(
    epochMs,
  );

export const percent = ({ t }: Visit, value: number): string => new Intl.NumberFormat(t.tag).format(value);

type Event = NonNullable<Extract<Product, { event?: unknown }>['event']>;

/** When an event takes place. */
export const eventTime = ({ shop, t }: Visit, event: Event): string =>
  formatEventTime(
    {
      slug: '',
      startsAt: event.starts_at ?? '',
      endsAt: event.ends_at,
      datePrecision: event.date_precision,
    },
    shop.company.time_zone,
    t.tag,
  );
