import { changeRow } from '../../../storage/change-row.ts';
import type { Write } from '../../../storage/transactions.ts';
import { gatewaySessionCodec, gatewaySessionKey, type GatewaySessionRow } from './rows.ts';

/** The outcome of a change: only a reply, or a reply with the new session and the writes that accompany it. */
export interface SessionChange<T> {
  result: T;
  session?: GatewaySessionRow;
  also?: Write[];
}

/**
 * Decides on the newest state of a session and writes the decision only while that state is current; otherwise decides
 * again. Of two buyers who press a button at the same time, the second gets a decision on the result of the first.
 * `seed`: the session as just read.
 */
export const changeSession = <T>(
  sessionId: string,
  decide: (session: GatewaySessionRow | undefined) => SessionChange<T> | Promise<SessionChange<T>>,
  seed?: GatewaySessionRow,
): Promise<T> =>
  changeRow<GatewaySessionRow, T>({
    key: gatewaySessionKey(sessionId),
    codec: gatewaySessionCodec,
    seed,
    decide: async (before) => {
      const { result, session, also = [] } = await decide(before);
      return session ? { result, row: session, also } : { result };
    },
    refused: () => 'again',
  });
