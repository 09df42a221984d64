/**
 * The outcome in the URL to which the browser returns. It does not prove a payment; only the state of the order does.
 */
export type ReturnStatus = 'authorized' | 'declined' | 'cancelled';

const OURS = new Set(['order_id', 'status']);

/**
 * The return URL with the order and the outcome in its query. Parameters of the same names are replaced; all others are
 * kept unchanged.
 */
export const returnAddress = (returnUrl: string, orderId: string, status: ReturnStatus): string => {
  const url = new URL(returnUrl);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !OURS.has(pair.split('=')[0] ?? ''));
  url.search = [...kept, `order_id=${encodeURIComponent(orderId)}`, `status=${status}`].join('&');
  return url.href;
};
