import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { secretOf, signedHeaders } from '../../functions/platform/webhook-signing.ts';
import { OpsError, rejectFurther, type Command } from './command.ts';

/** A request in the conformance run, and the responses that pass. */
interface Probe {
  title: string;
  /** `accept`: any 2xx. `refuse`: any 4xx. */
  expects: 'accept' | 'refuse';
  send: () => Promise<number>;
  hint: string;
}

const TIMEOUT_MS = 10_000;
const STALE_SECONDS = 301;

const newId = (): string => `evt_${randomBytes(16).toString('hex')}`;

const bodyOf = (id: string, type: string, orderId: string, sequence: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      id,
      type,
      api_version: 'v2',
      occurred_at: new Date().toISOString(),
      sequence,
      data: { order: { id: orderId, object: 'order', reference: 'CHECK00000', status: 'paid', check: 'Smørrebrød ✓' } },
    }),
  );

interface Post {
  id: string;
  body: Buffer;
  secrets: readonly string[];
  timestamp?: number;
  /** The signed text; default: the body. */
  signed?: Buffer;
  unsigned?: true;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const NO_SIGNATURE = { 'Service-Webhook-Signature': ' ', 'webhook-signature': ' ' };

const post = async (
  url: string,
  { id, body, secrets, timestamp = nowSeconds(), signed = body, unsigned }: Post,
): Promise<number> => {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'Content-Type': 'application/json',
      ...signedHeaders({ id, timestamp, body: signed, secrets, version: 1 }),
      ...(unsigned ? NO_SIGNATURE : {}),
    },
    body: new Uint8Array(body),
  });
  await response.arrayBuffer();
  return response.status;
};

interface ReceiverTest {
  url: string;
  secret: string;
  otherSecret: string;
  /** Creates an event about the order of this run. */
  event: (type: string, sequence: number) => { id: string; body: Buffer; secrets: readonly string[] };
}

const receiverTestOf = (url: string, secret: string): ReceiverTest => {
  const order = `po_${randomBytes(16).toString('hex')}`;
  return {
    url,
    secret,
    otherSecret: secretOf(randomBytes(32)),
    event: (type, sequence) => {
      const id = newId();
      return { id, body: bodyOf(id, type, order, sequence), secrets: [secret] };
    },
  };
};

/** Deliveries that a receiver must accept. */
const acceptedProbes = ({ url, secret, otherSecret, event }: ReceiverTest): Omit<Probe, 'expects'>[] => {
  const first = event('order.created', 1);
  const second = event('order.payment_authorized', 2);
  const third = event('order.fulfilled', 3);
  return [
    { title: 'a valid event', send: () => post(url, first), hint: 'Check the secret and the raw body.' },
    { title: 'the same event again', send: () => post(url, first), hint: 'Return 2xx for a duplicate as well.' },
    {
      title: 'a later event before an earlier one',
      send: () => post(url, third),
      hint: 'Events may arrive out of order; `sequence` gives the order.',
    },
    { title: 'the earlier event afterwards', send: () => post(url, second), hint: 'A late event is still valid.' },
    {
      title: 'two signatures, as during a rotation',
      send: () => post(url, { ...second, secrets: [otherSecret, secret] }),
      hint: 'Compare with every value of the header.',
    },
    {
      title: 'an event type that the receiver does not know',
      send: () => post(url, event('order.invented_tomorrow', 5)),
      hint: 'Return 2xx for types that you do not recognize.',
    },
  ];
};

/** Deliveries that a receiver must reject. */
const rejectedProbes = ({ url, otherSecret, event }: ReceiverTest): Omit<Probe, 'expects'>[] => {
  const forged = event('order.refunded', 4);
  const changed = Buffer.from(forged.body.toString('utf8').replace('CHECK00000', 'CHECK99999'));
  return [
    {
      title: 'a signature under another secret',
      send: () => post(url, { ...forged, secrets: [otherSecret] }),
      hint: 'Anyone could send this.',
    },
    {
      title: 'a body changed after signing',
      send: () => post(url, { ...forged, body: changed, signed: forged.body }),
      hint: 'Verify the bytes exactly as received.',
    },
    {
      title: 'an event signed more than 300 seconds ago',
      send: () => post(url, { ...forged, timestamp: nowSeconds() - STALE_SECONDS }),
      hint: 'Refuse timestamps more than 300 seconds from now.',
    },
    {
      title: 'an event signed more than 300 seconds in the future',
      send: () => post(url, { ...forged, timestamp: nowSeconds() + STALE_SECONDS + 5 }),
      hint: 'Refuse timestamps in the future as well as in the past.',
    },
    { title: 'no signature', send: () => post(url, { ...forged, unsigned: true }), hint: 'It is required.' },
  ];
};

/** Valid events first, then invalid ones (lib/reference/webhooks.md#what-a-receiver-checks). */
const probesFor = (url: string, secret: string): Probe[] => {
  const receiverTest = receiverTestOf(url, secret);
  return [
    ...acceptedProbes(receiverTest).map((probe): Probe => ({ ...probe, expects: 'accept' })),
    ...rejectedProbes(receiverTest).map((probe): Probe => ({ ...probe, expects: 'refuse' })),
  ];
};

const passes = (expects: Probe['expects'], status: number): boolean =>
  expects === 'accept' ? status >= 200 && status < 300 : status >= 400 && status < 500;

/** Tests a receiver with realistic deliveries, and prints the result. */
export const webhookCheck: Command = {
  name: 'webhook-check',
  usage: 'ENDPOINT_URL --secret whsec_...',
  summary: 'Send valid, repeated, reordered, old and forged events to a receiver, and report the results',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { secret: { type: 'string' } },
    });
    const [url] = positionals;
    const secret = values.secret ?? process.env['WEBHOOK_SECRET'];
    if (url === undefined || !URL.canParse(url) || !secret) {
      throw new OpsError(`Usage: npm run ops -- webhook-check ${webhookCheck.usage}`, 'Or set WEBHOOK_SECRET.');
    }
    rejectFurther(webhookCheck, positionals);
    const faults: string[] = [];
    const probes = probesFor(url, secret);
    for (const probe of probes) {
      const outcome = await probe.send().catch((error: unknown) => String(error));
      const ok = typeof outcome === 'number' && passes(probe.expects, outcome);
      if (!ok) faults.push(probe.title);
      const expected = probe.expects === 'accept' ? '2xx' : '4xx';
      process.stdout.write(
        `${ok ? 'ok  ' : 'FAIL'} ${probe.title}: ${outcome}, expected ${expected}${ok ? '' : `. ${probe.hint}`}\n`,
      );
    }
    if (faults.length > 0) throw new OpsError(`The receiver failed ${faults.length} of ${probes.length} checks.`);
    process.stdout.write('The receiver passes all checks.\n');
  },
};
