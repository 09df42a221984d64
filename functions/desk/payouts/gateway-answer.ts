import { GatewayUnavailable } from '../../adapters/payments/port.ts';

/** `silent` when the gateway gives no answer. */
export const unlessSilent = async <T>(question: () => Promise<T>): Promise<T | 'silent'> => {
  try {
    return await question();
  } catch (error) {
    if (error instanceof GatewayUnavailable) return 'silent';
    throw error;
  }
};
