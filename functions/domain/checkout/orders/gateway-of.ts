import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { OrderPayment } from './rows.ts';

/** The gateway of a payment; undefined for one settled outside, or for none. */
export const gatewayOf = ({ gateway }: Pick<OrderPayment, 'gateway'>): GatewayName | undefined =>
  gateway === 'settlement' ? undefined : gateway;
