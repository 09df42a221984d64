import { codeOfLink, extractCode } from '../domain/catalog/codes/extract.ts';
import { CODE_MAX_BYTES } from '../domain/catalog/codes/rules.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';

/**
 * Extracts the code from typed or scanned text: a code of the service anywhere in it, otherwise the last segment of the
 * address in a printed QR code, otherwise the whole text.
 */
export const codeFrom = (text: string): string =>
  extractCode(text) ?? (codeOfLink(text) ?? text).trim().slice(0, CODE_MAX_BYTES).toWellFormed();

/** Query parameter with the search that found an item or an order; its page links back to it. */
const FOUND_BY = 'q';
const foundBy = (search: string): string => (search === '' ? '' : `?${FOUND_BY}=${encodeURIComponent(search)}`);

export const searchPath = ({ query }: Pick<PublicRequest, 'query'>): string =>
  `/desk/search${foundBy(query[FOUND_BY] ?? '')}`;
export const itemPath = (code: string, search = ''): string =>
  `/desk/items/${encodeURIComponent(code)}${foundBy(search)}`;
export const draftPath = (id: string): string => `/desk/order-page/drafts/${encodeURIComponent(id)}`;
export const webhookPath = (id: string): string => `/desk/webhooks/${encodeURIComponent(id)}`;
export const deliveryPath = (id: string): string => `/desk/webhook-deliveries/${encodeURIComponent(id)}`;
export const userPath = (username: string): string => `/desk/users/${encodeURIComponent(username)}`;
export const orderPath = (orderId: string, search = ''): string =>
  `/desk/orders/${encodeURIComponent(orderId)}${foundBy(search)}`;

export const campaignPath = (id: number | string): string => `/desk/campaigns/${encodeURIComponent(id)}`;
export const discountCodePath = (code: string): string => `/desk/discount-codes/${encodeURIComponent(code)}`;

/** Address of the counter with a code. `done` is the request whose outcome the page shows. */
export const counterPath = (code: string, done?: string): string =>
  `/desk?${new URLSearchParams({ code, ...(done === undefined ? {} : { done }) }).toString()}`;

/** Address of the page that redeems a sum from several cards. `done` is the redemption whose outcome the page shows. */
export const sumPath = ({ sum, card = [], done }: { sum?: string; card?: readonly string[]; done?: string }): string =>
  `/desk/sum?${new URLSearchParams([
    ...card.map((code, at): [string, string] => [`card.${at}`, code]),
    ...Object.entries({ sum, done }).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  ]).toString()}`;
