import { changeRow } from '../../../storage/change-row.ts';
import type { Write } from '../../../storage/transactions.ts';
import { gatewaySessionCodec, gatewaySessionKey, type GatewaySessionRow } from './rows.ts';

/** The outcome of a change: a result alone, or a result with the new session and the writes to commit with it. */
export interface SessionChange<T> {
  result: T;
  session?: GatewaySessionRow;
  also?: Write[];
}

/**
 * Calls `decide` with the newest state of a session, and writes the new session only if that state is still current;
 * otherwise decides again. When two buyers submit at the same time, the second decision sees the result of the first.
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
