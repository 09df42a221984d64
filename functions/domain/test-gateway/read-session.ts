import { getRow } from '../../storage/table.ts';
import { gatewaySessionKey, type GatewaySessionRow } from './rows.ts';
import { sessionId as sessionIdShape } from '../../adapters/payments/test-gateway-protocol.ts';

/** A session as it stands now; undefined when there is none of that id. */
export const readSession = async (sessionId: string): Promise<GatewaySessionRow | undefined> =>
  sessionIdShape().safeParse(sessionId).success
    ? getRow<GatewaySessionRow>(gatewaySessionKey(sessionId), { consistent: true })
    : undefined;
