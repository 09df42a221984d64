/** Outcome that the browser reports to the shop on return. It does not prove a payment: only the order's state does. */
export type ReturnStatus = 'authorized' | 'declined' | 'cancelled';

const OURS = new Set(['order_id', 'status']);

/**
 * The return URL with the order and the outcome in its query. Other members of the query are kept unchanged; members
 * with the same names are replaced.
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
