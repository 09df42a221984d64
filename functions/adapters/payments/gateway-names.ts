import { config } from '../../platform/config.ts';
import { DEFAULT_GATEWAY, type CompanyGateway } from '../../platform/payment-methods.ts';
import type { GatewayName } from './port.ts';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isOnThisMachine = (): boolean => LOOPBACK_HOSTS.has(new URL(config.baseUrl()).hostname);

/**
 * Whether the built-in gateway may be used. It processes no real money, so it is not available in a deployed production
 * environment (lib/reference/payments.md#environments).
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

/** The gateway for new sessions of a company. `chosen` is the gateway of its contract. */
export const gatewayName = (chosen: CompanyGateway = DEFAULT_GATEWAY): GatewayName =>
  isTestGatewayInUse() ? 'test' : chosen;

/**
 * Whether Stripe credentials are configured. The secret is not read, so it may contain only those of another gateway.
 */
export const isStripeConfigured = (): boolean =>
  Boolean(process.env['PAYMENT_SECRET_ARN'] ?? process.env['STRIPE_SECRET_KEY']);
