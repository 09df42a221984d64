import { config } from '../../platform/config.ts';
import type { GatewayName } from './port.ts';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

const onThisMachine = (): boolean => LOOPBACK_HOSTS.has(new URL(config.baseUrl()).hostname);

/**
 * The built-in gateway exists everywhere but in a deployed production: it takes no real money
 * (lib/reference/payments.md#environments).
 */
export const testGatewayServes = (): boolean => config.environment() !== 'production' || onThisMachine();

/** The gateway that new sessions go to: `PAYMENT_GATEWAY`, or by default Stripe where the test gateway is not. */
export const gatewayName = (): GatewayName => {
  const wanted = process.env['PAYMENT_GATEWAY'];
  if (wanted === 'stripe' || wanted === 'test') return wanted;
  return testGatewayServes() ? 'test' : 'stripe';
};

/** Whether this environment has credentials of Stripe. */
export const stripeIsConfigured = (): boolean =>
  Boolean(process.env['PAYMENT_SECRET_ARN'] ?? process.env['STRIPE_SECRET_KEY']);
