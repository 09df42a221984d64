import * as z from 'zod/mini';
import { callMollie } from './mollie-client.ts';
import { mollieShapes } from './mollie-payment.ts';

const PAGE_SIZE = 250;

const pageOf = <T>(noun: string, record: z.ZodMiniType<T>) =>
  z.object({
    _embedded: z.object({ [noun]: z.array(record) }),
    _links: z.object({ next: z.optional(z.nullable(z.object({ href: z.string() }))) }),
  });

/** The records of a list that were created since `fromMs`, newest first. At most `pages` pages are read. */
const recordsSince = async function* <T extends { createdAt: string }>(
  noun: string,
  record: z.ZodMiniType<T>,
  fromMs: number,
  pages = Infinity,
): AsyncGenerator<T> {
  const shape = pageOf(noun, record);
  let path: string | undefined = `/${noun}?limit=${PAGE_SIZE}`;
  for (let read = 0; path !== undefined && read < pages; read++) {
    const page: z.output<typeof shape> = await callMollie({ method: 'GET', path }, shape);
    for (const each of page._embedded[noun] ?? []) {
      if (Date.parse(each.createdAt) < fromMs) return;
      yield each;
    }
    path = nextPath(page._links.next?.href);
  }
};

/** Path of the next page of a list, below `/v2`. */
const nextPath = (href: string | undefined): string | undefined => {
  if (href === undefined) return undefined;
  const { pathname, search } = new URL(href);
  return `${pathname.replace(/^\/v2/, '')}${search}`;
};

export const paymentsSince = (fromMs: number, pages?: number) =>
  recordsSince('payments', mollieShapes.payment(), fromMs, pages);

export const refundsSince = (fromMs: number) => recordsSince('refunds', mollieShapes.refund(), fromMs);

export const chargebacksSince = (fromMs: number) => recordsSince('chargebacks', mollieShapes.chargeback(), fromMs);
