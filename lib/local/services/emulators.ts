import { existsSync } from 'node:fs';
import { Server, type ListenOptions } from 'node:net';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { buckets, queues, streams } from '../../definition.ts';
import { FAILED_RUNS } from '../../failed-runs.ts';
import { awsJson, type AwsJson } from '../wire/aws-json.ts';

export interface Emulators {
  /** URL of SQS and S3. */
  endpoint: string;
  sqs: AwsJson;
  server: FauxqsServer;
  stop: () => Promise<void>;
}

export const deadLetterQueue = (name: string): string => `${name}-dlq`;

/** Starts SQS and S3 and makes the queues and buckets of the definition. */
export const startEmulators = async (dataDir: string | undefined): Promise<Emulators> => {
  if (dataDir) releaseInterrupted(join(dataDir, 'fauxqs.db'));
  const server = await withoutSchemas(() =>
    onLoopback(() => startFauxqs({ port: 0, logger: false, ...(dataDir ? { dataDir } : {}) })),
  );
  const endpoint = `http://127.0.0.1:${server.port}`;
  const sqs = awsJson(endpoint, 'AmazonSQS');
  for (const queue of queues) {
    const deadLetters = ensureQueue(server, deadLetterQueue(queue.name), {});
    const redrive = { deadLetterTargetArn: deadLetters, maxReceiveCount: queue.maxReceiveCount };
    const attributes = { RedrivePolicy: JSON.stringify(redrive) };
    ensureQueue(server, queue.name, attributes);
    // A queue from an earlier run may have another definition.
    await sqs('SetQueueAttributes', { QueueUrl: `${endpoint}/000000000000/${queue.name}`, Attributes: attributes });
  }
  // Unused locally: a stream retries without end, and a failed run is in the log.
  for (const name of [...streams.map((stream) => `stream-${stream.name}`), FAILED_RUNS]) {
    ensureQueue(server, deadLetterQueue(name), {});
  }
  for (const bucket of buckets) server.createBucket(bucketName(bucket.name));
  return { endpoint, sqs, server, stop: () => server.stop() };
};

export const bucketName = (name: string): string => `gift-commerce-${name}`;

const ensureQueue = (server: FauxqsServer, name: string, attributes: Record<string, string>): string => {
  const known = server.inspectQueue(name);
  return known ? known.arn : server.createQueue(name, { attributes }).queueArn;
};

/**
 * Messages in progress when the last run was killed are visible again immediately, and that delivery does not count:
 * the machine failed, not the message.
 */
const releaseInterrupted = (file: string): void => {
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file);
  try {
    db.exec(`UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL,
      approximate_receive_count = MAX(0, approximate_receive_count - 1) WHERE receipt_handle IS NOT NULL`);
  } finally {
    db.close();
  }
};

/**
 * The emulator requests to listen on all addresses; while it starts, `listen` replaces them with the loopback address.
 */
const onLoopback = async <T>(start: () => Promise<T>): Promise<T> => {
  const sockets = Server.prototype as unknown as { listen: (this: unknown, ...args: unknown[]) => unknown };
  const { listen } = sockets;
  sockets.listen = function (this: unknown, ...args: unknown[]) {
    const [options, ...rest] = args as [ListenOptions];
    return listen.call(this, options.host === '0.0.0.0' ? { ...options, host: '127.0.0.1' } : options, ...rest);
  };
  try {
    return await start();
  } finally {
    sockets.listen = listen;
  }
};

/**
 * Packages, with 125 modules in total, that the emulator's server loads to compile schemas of its routes, although
 * its routes have none.
 */
const SCHEMA_COMPILERS: ReadonlySet<string> = new Set([
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
]);

const withoutSchemas = async <T>(start: () => Promise<T>): Promise<T> => {
  const url = new URL('no-schemas.ts', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      SCHEMA_COMPILERS.has(specifier)
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  });
  try {
    return await start();
  } finally {
    hooks.deregister();
  }
};
