import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { OrderPayment } from './rows.ts';

/** The gateway of a payment; undefined for a settlement outside the gateway, and without a payment. */
export const gatewayOf = ({ gateway }: Pick<OrderPayment, 'gateway'>): GatewayName | undefined =>
  gateway === 'settlement' ? undefined : gateway;
