import { codeOfLink, extractCode } from '../domain/catalog/codes/extract.ts';
import { CODE_MAX_BYTES } from '../domain/catalog/codes/rules.ts';
import type { DeskVisit } from './visit.ts';

/**
 * Extracts the code from typed or scanned text: a code of the service anywhere in it, otherwise the last segment of the
 * URL in a printed QR code, otherwise the whole text. The last two are trimmed and shortened to the maximum length.
 */
export const codeFrom = (text: string): string =>
  extractCode(text) ?? (codeOfLink(text) ?? text).trim().slice(0, CODE_MAX_BYTES).toWellFormed();

/** Query parameters of the page of an item or an order. */
interface ShownWith {
  /** Search text that found the item or order. The page links back to the search. */
  q?: string | undefined;
  /** Page of the items of an order. */
  page?: string;
  /** Form of the item that is shown expanded. */
  change?: string;
  /** Outcome of the form that led to the page. */
  outcome?: string;
}

const shownWith = (path: string, parameters: ShownWith): string => {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/**
 * Search text that found the item or order of the page. Forms send the URL of their page, so this also works on the
 * pages that follow a form.
 */
export const searchOf = ({ page }: Pick<DeskVisit, 'page'>): string =>
  new URL(page, 'https://desk.invalid').searchParams.get('q') ?? '';

export const searchPath = (visit: Pick<DeskVisit, 'page'>): string => shownWith('/desk/search', { q: searchOf(visit) });
export const itemPath = (code: string, parameters: ShownWith = {}): string =>
  shownWith(`/desk/items/${encodeURIComponent(code)}`, parameters);
export const draftPath = (id: string): string => `/desk/order-page/drafts/${encodeURIComponent(id)}`;
export const webhookPath = (id: string): string => `/desk/webhooks/${encodeURIComponent(id)}`;
export const deliveryPath = (id: string): string => `/desk/webhook-deliveries/${encodeURIComponent(id)}`;
export const userPath = (username: string): string => `/desk/users/${encodeURIComponent(username)}`;
export const orderPath = (orderId: string, parameters: ShownWith = {}): string =>
  shownWith(`/desk/orders/${encodeURIComponent(orderId)}`, parameters);

export const campaignPath = (id: number | string): string => `/desk/campaigns/${encodeURIComponent(id)}`;
export const discountCodePath = (code: string): string => `/desk/discount-codes/${encodeURIComponent(code)}`;

/** URL of the door list of an event. */
export const doorPath = (slug: string): string => `/desk/door?event=${encodeURIComponent(slug)}`;

/** URL of the counter with a code. `done` is the guid of the request whose outcome the page shows. */
export const counterPath = (code: string, done?: string): string =>
  `/desk?${new URLSearchParams({ code, ...(done === undefined ? {} : { done }) }).toString()}`;

/** URL of the page that redeems a sum from several cards. `done` is the redemption whose outcome the page shows. */
export const sumPath = ({ sum, card = [], done }: { sum?: string; card?: readonly string[]; done?: string }): string =>
  `/desk/sum?${new URLSearchParams([
    ...card.map((code, at): [string, string] => [`card.${at}`, code]),
    ...Object.entries({ sum, done }).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  ]).toString()}`;
