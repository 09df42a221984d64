import { stopDryRun } from '../../platform/dry-run.ts';
import type { CompanyGateway } from '../../platform/payment-methods.ts';
import { gatewayName, isTestGatewayAvailable } from './gateway-names.ts';
import type { GatewayName, PaymentGateway } from './port.ts';
import { countedInRun } from './silent-gateways.ts';

/** The gateway with a name, for existing payments. The adapter is loaded when it is needed. */
export const gatewayNamed = async (name: GatewayName): Promise<PaymentGateway> => {
  stopDryRun();
  return countedInRun(await adapterNamed(name));
};

const adapterNamed = async (name: GatewayName): Promise<PaymentGateway> => {
  if (name === 'mollie') return (await import('./mollie.ts')).mollieGateway;
  if (name === 'stripe') return (await import('./stripe.ts')).stripeGateway;
  if (!isTestGatewayAvailable()) throw new Error('The test gateway is not available in production');
  return (await import('./test-gateway.ts')).testGateway;
};

/** The gateway for new sessions of a company. `chosen` is the gateway of its contract. */
export const gatewayFor = (chosen?: CompanyGateway): Promise<PaymentGateway> => gatewayNamed(gatewayName(chosen));
