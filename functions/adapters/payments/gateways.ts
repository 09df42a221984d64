import { stopDryRun } from '../../platform/agent-call.ts';
import type { CompanyGateway } from '../../platform/payment-methods.ts';
import { gatewayName, testGatewayServes } from './gateway-names.ts';
import type { GatewayName, PaymentGateway } from './port.ts';

/** A gateway by name, for payments that were taken there. Loads the adapter only when it is needed. */
export const gatewayNamed = async (name: GatewayName): Promise<PaymentGateway> => {
  stopDryRun();
  if (name === 'mollie') return (await import('./mollie.ts')).mollieGateway;
  if (name === 'stripe') return (await import('./stripe.ts')).stripeGateway;
  if (!testGatewayServes()) throw new Error('The test gateway does not serve in production');
  return (await import('./test-gateway.ts')).testGateway;
};

/** The gateway that new sessions of a company go to; `chosen` is what its contract names. */
export const gatewayFor = (chosen?: CompanyGateway): Promise<PaymentGateway> => gatewayNamed(gatewayName(chosen));
