import { getRow } from '../../../storage/table.ts';
import { gatewaySessionCodec, gatewaySessionKey, type GatewaySessionRow } from './rows.ts';
import { sessionId as sessionIdShape } from '../../../adapters/payments/test-gateway-protocol.ts';

/** The current session; undefined for an unknown id. */
export const readSession = async (sessionId: string): Promise<GatewaySessionRow | undefined> => {
  if (!sessionIdShape().safeParse(sessionId).success) return undefined;
  const raw = await getRow(gatewaySessionKey(sessionId), { consistent: true });
  return raw && gatewaySessionCodec.read(raw);
};
