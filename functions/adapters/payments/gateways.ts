import { endRehearsal } from '../../platform/agent-call.ts';
import { config } from '../../platform/config.ts';
import type { GatewayName, PaymentGateway } from './port.ts';

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

/** A gateway by name, for payments that were taken there. Loads the adapter only when it is needed. */
export const gatewayNamed = async (name: GatewayName): Promise<PaymentGateway> => {
  endRehearsal();
  if (name === 'stripe') return (await import('./stripe.ts')).stripeGateway;
  if (!testGatewayServes()) throw new Error('The test gateway does not serve in production');
  return (await import('./test-gateway.ts')).testGateway;
};

/** The gateway of this environment. */
export const currentGateway = (): Promise<PaymentGateway> => gatewayNamed(gatewayName());
