import { GatewayUnavailable } from '../../adapters/payments/port.ts';

/** `silent`: the gateway does not respond. */
export const unlessSilent = async <T>(question: () => Promise<T>): Promise<T | 'silent'> => {
  try {
    return await question();
  } catch (error) {
    if (error instanceof GatewayUnavailable) return 'silent';
    throw error;
  }
};
