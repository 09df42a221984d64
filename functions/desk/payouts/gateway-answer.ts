import { GatewayUnavailable } from '../../adapters/payments/port.ts';

/** Returns the gateway's response, or `silent` if it does not respond. */
export const unlessSilent = async <T>(question: () => Promise<T>): Promise<T | 'silent'> => {
  try {
    return await question();
  } catch (error) {
    if (error instanceof GatewayUnavailable) return 'silent';
    throw error;
  }
};
