import type { ListedProduct as Product } from '../../domain/catalog/listing/browse.ts';
import { formatAmount, formatDay, formatEventTime } from '../../domain/fulfillment/documents/format.ts';
import type { Visit } from './visit.ts';

/** Formats an amount. The amounts of an order are in its own currency, which may differ from the shop's current one. */
export const money = (
  { shop, t }: Visit,
  amountMinor: number,
  currency = shop.company.currency,
  column: readonly number[] = [],
): string => formatAmount(amountMinor, currency, t.tag, column);

/** Formats a day in the shop's zone. */
export const day = ({ shop, t }: Visit, epochMs: number): string => formatDay(epochMs, shop.company.time_zone, t.tag);

/** Formats day and time in the shop's zone. */
export const moment = ({ shop, t }: Visit, epochMs: number): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'long', timeStyle: 'short', timeZone: shop.company.time_zone }).format(
    epochMs,
  );

export const percent = ({ t }: Visit, value: number): string => new Intl.NumberFormat(t.tag).format(value);

type Event = NonNullable<Extract<Product, { event?: unknown }>['event']>;

/** Formats the date and time of an event. */
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
