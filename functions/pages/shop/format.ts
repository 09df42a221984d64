import type { ListedProduct as Product } from '../../domain/catalog/listing/browse.ts';
import { formatAmount, formatDay, formatEventTime } from '../../domain/fulfillment/documents/format.ts';
import type { Visit } from './visit.ts';

/** A formatted amount: catalog amounts in the shop's currency, an order's in its own, which may be a former one. */
export const money = (
  { shop, t }: Visit,
  amountMinor: number,
  currency = shop.company.currency,
  column: readonly number[] = [],
): string => formatAmount(amountMinor, currency, t.tag, column);

/** A day in the shop's zone. */
export const day = ({ shop, t }: Visit, epochMs: number): string => formatDay(epochMs, shop.company.time_zone, t.tag);

/** Day and time in the shop's zone. */
export const moment = ({ shop, t }: Visit, epochMs: number): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'long', timeStyle: 'short', timeZone: shop.company.time_zone }).format(
    epochMs,
  );

export const percent = ({ t }: Visit, value: number): string => new Intl.NumberFormat(t.tag).format(value);

type Event = NonNullable<Extract<Product, { event?: unknown }>['event']>;

/** Date and time of an event. */
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
