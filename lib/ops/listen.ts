import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { secretOf, signedHeaders } from '../../functions/platform/webhook-signing.ts';
import { OpsError, type Command } from './command.ts';
import { nowAt, openApi, partnerOptions, PARTNER_USAGE, type PartnerApi } from './partner.ts';
import { MINUTE_MS } from '../../functions/platform/durations.ts';

interface FeedEvent {
  id: string;
  type: string;
  occurred_at: string;
  data: { order?: { id: string }; endpoint?: { id: string } };
}

const POLL_MS = 1000;
/** Wait after a read that failed. */
const RETRY_MS = 5000;
/** Overlap of reads, so that a late event is not missed; duplicates are detected by id. */
const OVERLAP_MS = MINUTE_MS;
const FORWARD_TIMEOUT_MS = 10_000;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Forwards events to a receiver under development, which a deployed environment cannot reach: it reads the feed of
 * events, and signs each event with a secret of this session.
 */
export const listen: Command = {
  name: 'listen',
  usage: `--forward-to URL [--secret whsec_...] ${PARTNER_USAGE}`,
  summary: 'Forward webhook events as they happen to a receiver on this machine',
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: { ...partnerOptions, 'forward-to': { type: 'string' }, secret: { type: 'string' } },
    });
    const target = values['forward-to'];
    if (target === undefined || !URL.canParse(target)) {
      throw new OpsError(`Usage: npm run listen -- ${listen.usage}`);
    }
    const api = await openApi(values);
    const secret = values.secret ?? secretOf(randomBytes(32));
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const since = (await nowAt(api)) - 1000;
    print(`Listening to ${api.url}, forwarding to ${target}`);
    print(`Signing secret for this session: ${secret}`);
    await follow(api, since, stop.signal, (event) => forward(target, secret, event));
  },
};

const follow = async (
  api: PartnerApi,
  startMs: number,
  signal: AbortSignal,
  take: (event: FeedEvent) => Promise<void>,
): Promise<void> => {
  const known = new Set<string>();
  let newestMs = startMs;
  let hasRead = false;
  while (!signal.aborted) {
    const sinceMs = Math.max(startMs, newestMs - OVERLAP_MS);
    const events = await readFeed(api, sinceMs).catch((error: unknown) => {
      // A failed first read means a wrong URL or key. Later failures are temporary.
      if (!hasRead || !(error instanceof OpsError)) throw error;
      print(`The feed of events cannot be read now; trying again. ${error.message}`);
      return undefined;
    });
    hasRead = true;
    for (const event of events ?? []) {
      if (known.has(event.id)) continue;
      known.add(event.id);
      newestMs = Math.max(newestMs, Date.parse(event.occurred_at));
      await take(event);
    }
    await sleep(events ? POLL_MS : RETRY_MS, undefined, { signal }).catch(() => {});
  }
};

const readFeed = (api: PartnerApi, sinceMs: number): Promise<FeedEvent[]> =>
  api.list<FeedEvent>(`/v2/webhook-events?since=${new Date(sinceMs).toISOString()}`);

/** Posts one event as a delivery would. A failed delivery is printed and not retried. */
const forward = async (target: string, secret: string, event: FeedEvent): Promise<void> => {
  const body = Buffer.from(JSON.stringify(event));
  const timestamp = Math.floor(Date.now() / 1000);
  const started = performance.now();
  const outcome = await fetch(target, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    headers: {
      'Content-Type': 'application/json',
      ...signedHeaders({ id: event.id, timestamp, body, secrets: [secret], version: 1 }),
    },
    body,
  }).then(
    (response) => String(response.status),
    (error: unknown) => `failed: ${String((error as Error).cause ?? error)}`,
  );
  const about = event.data.order?.id ?? event.data.endpoint?.id ?? '';
  print(
    `${event.occurred_at}  ${event.type}  ${about}  ${event.id}  ${outcome}  ${Math.round(performance.now() - started)} ms`,
  );
};
