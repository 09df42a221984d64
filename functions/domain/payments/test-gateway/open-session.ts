import type { OpenedSession } from '../../../adapters/payments/port.ts';
import { config } from '../../../platform/config.ts';
import { ABSENT, ConditionFailed, putRow } from '../../../storage/table.ts';
import { gatewaySessionCodec, gatewaySessionKey, type GatewaySessionRow } from './rows.ts';
import type { SessionDetails } from '../../../adapters/payments/test-gateway-protocol.ts';

const UNPAID_KEPT_FOR_SECONDS = 30 * 24 * 3600;

/** Opens a session, or returns the existing one with that id. */
export const openGatewaySession = async ({
  sessionId,
  expiresAtMs,
  ...details
}: SessionDetails & { sessionId: string; expiresAtMs: number }): Promise<OpenedSession> => {
  const row: GatewaySessionRow = {
    ...gatewaySessionKey(sessionId),
    type: 'gateway-session',
    v: 1,
    sessionId,
    details,
    expiresAtMs,
    state: 'open',
    version: 1,
    attempts: 0,
    ttl: Math.floor(expiresAtMs / 1000) + UNPAID_KEPT_FOR_SECONDS,
  };
  try {
    await putRow(row, ABSENT);
    return openedSessionOf(row);
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    return openedSessionOf(gatewaySessionCodec.read(error.row));
  }
};

const openedSessionOf = ({ sessionId, expiresAtMs }: GatewaySessionRow): OpenedSession => ({
  url: `${config.baseUrl()}/pay/${sessionId}`,
  gatewaySessionId: sessionId,
  expiresAtMs,
});
