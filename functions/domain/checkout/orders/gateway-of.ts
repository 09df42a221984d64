import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { OrderPayment } from './rows.ts';

/** The gateway that took a payment and can be asked about it; undefined for one that was settled outside, or for none. */
export const gatewayOf = ({ gateway }: Pick<OrderPayment, 'gateway'>): GatewayName | undefined =>
  gateway === 'settlement' ? undefined : gateway;
