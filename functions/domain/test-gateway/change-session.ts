import { unavailable } from '../../platform/errors.ts';
import { getRow, pause } from '../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../storage/transactions.ts';
import { gatewaySessionKey, type GatewaySessionRow } from './rows.ts';

/** What to do with a session: an answer alone, or with the session as it shall be and what is written beside it. */
export interface SessionChange<T> {
  answer: T;
  session?: GatewaySessionRow;
  beside?: Write[];
}

const ATTEMPTS = 20;

/**
 * Decides on the newest state of a session and writes the decision only while that state still holds; else decides
 * again. So of two buyers pressing a button at once, the second decides on what the first has left.
 */
export const changeSession = async <T>(
  sessionId: string,
  decide: (session: GatewaySessionRow | undefined) => SessionChange<T> | Promise<SessionChange<T>>,
): Promise<T> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await getRow<GatewaySessionRow>(gatewaySessionKey(sessionId), { consistent: true });
    const { answer, session, beside = [] } = await decide(before);
    if (!session) return answer;
    try {
      await transact([sessionWrite(before, session), ...beside]);
      return answer;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      await pause(Math.min(attempt, 4));
    }
  }
  throw unavailable('service_busy', 'Too many changes of one payment at once. Try again.');
};

const sessionWrite = (before: GatewaySessionRow | undefined, session: GatewaySessionRow): Write => ({
  put: { ...session, version: (before?.version ?? 0) + 1 } as GatewaySessionRow,
  condition: before
    ? { expression: 'version = :version', values: { ':version': before.version } }
    : { expression: 'attribute_not_exists(pk)' },
});
