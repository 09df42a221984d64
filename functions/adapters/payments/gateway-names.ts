import { config } from '../../platform/config.ts';
import { DEFAULT_GATEWAY, type CompanyGateway } from '../../platform/payment-methods.ts';
import type { GatewayName } from './port.ts';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isOnThisMachine = (): boolean => LOOPBACK_HOSTS.has(new URL(config.baseUrl()).hostname);

/**
 * The built-in gateway exists everywhere except in a deployed production: it takes no real money
 * (lib/reference/payments.md#environments).
 */
export const isTestGatewayAvailable = (): boolean => config.environment() !== 'production' || isOnThisMachine();

/**
 * Whether new sessions of all companies use the test gateway: `PAYMENT_GATEWAY` is `test`, or it is not `stripe` and
 * the test gateway is available.
 */
export const isTestGatewayInUse = (): boolean => {
  const configured = process.env['PAYMENT_GATEWAY'];
  return configured === 'test' || (configured !== 'stripe' && isTestGatewayAvailable());
};

/** The gateway for new sessions of a company; `chosen` is its contract's. */
export const gatewayName = (chosen: CompanyGateway = DEFAULT_GATEWAY): GatewayName =>
  isTestGatewayInUse() ? 'test' : chosen;

/** Whether this environment has credentials of Stripe. */
export const isStripeConfigured = (): boolean =>
  Boolean(process.env['PAYMENT_SECRET_ARN'] ?? process.env['STRIPE_SECRET_KEY']);
