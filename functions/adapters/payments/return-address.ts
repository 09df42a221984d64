/** What the browser tells the shop when it comes back. It proves nothing: the order's state does. */
export type ReturnStatus = 'authorized' | 'declined' | 'cancelled';

const OURS = new Set(['order_id', 'status']);

/**
 * The shop's address with the order and the outcome in its query. What the query held before stays as it was written;
 * members of the same names give way, so that nobody reads a stale one.
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
