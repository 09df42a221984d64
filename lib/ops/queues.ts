import { GetQueueUrlCommand, QueueDoesNotExist, SQSClient } from '@aws-sdk/client-sqs';
import type { Binding } from '../../functions/pipeline/route.ts';
import { resourceVariable } from '../../functions/platform/resource-names.ts';
import { deployedTo } from '../deployed.ts';
import { FAILED_RUNS } from '../failed-runs.ts';
import { OpsError } from './command.ts';
import { pointAt, type OpsTarget } from './target.ts';

/** A queue of an environment, or a stream, with its dead-letter queue. */
export interface QueuePair {
  name: string;
  /** URL of the queue; empty for a stream and for schedules. */
  url: string;
  deadLettersUrl: string;
}

export interface QueueAccess {
  sqs: SQSClient;
  /** Description of the environment. */
  target: string;
  /** URL of the local emulator of queues and objects. */
  emulator: string | undefined;
  /** Names of the environment's queues. */
  names: readonly string[];
  pairOf: (name: string) => Promise<QueuePair>;
}

const SERVICE = 'gift-commerce';

/**
 * Opens the queues of an environment, or of the local stack. `bindings`: what the command uses in addition to the
 * queues.
 */
export const openQueues = async (target: OpsTarget, ...bindings: Binding[]): Promise<QueueAccess> => {
  const { queues, streams } = deployedTo(target.env ?? 'development');
  const description = await pointAt(target, ...bindings);
  const sqs = new SQSClient({});
  const urlOf = async (queueName: string): Promise<string> => {
    try {
      const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }));
      if (QueueUrl) return QueueUrl;
    } catch (error) {
      if (!(error instanceof QueueDoesNotExist)) throw error;
    }
    throw new OpsError(`There is no queue ${queueName} in ${description}.`);
  };
  const emulator = target.env === undefined ? process.env['AWS_ENDPOINT_URL_SQS'] : undefined;
  const streamLettersUrl = async (name: string): Promise<string> =>
    emulator === undefined ? urlOf(`${SERVICE}-${target.env}-${name}-dlq`) : `${emulator}/000000000000/${name}-dlq`;
  const pairOf = async (name: string): Promise<QueuePair> => {
    // Dead letters of schedules and streams have no source queue.
    const isStream = name === FAILED_RUNS || streams.some((stream) => name === `stream-${stream.name}`);
    if (!isStream && !queues.some((queue) => queue.name === name)) {
      const names = [
        ...queues.map((queue) => queue.name),
        ...streams.map((stream) => `stream-${stream.name}`),
        FAILED_RUNS,
      ];
      throw new OpsError(`There is no queue ${name}; choose one of ${names.join(', ')}.`);
    }
    if (isStream) return { name, url: '', deadLettersUrl: await streamLettersUrl(name) };
    const local = process.env[resourceVariable('QUEUE_URL', name)];
    if (target.env === undefined && local) return { name, url: local, deadLettersUrl: `${local}-dlq` };
    const deployed = `${SERVICE}-${target.env ?? 'development'}-${name}`;
    const [url, deadLettersUrl] = await Promise.all([urlOf(deployed), urlOf(`${deployed}-dlq`)]);
    return { name, url, deadLettersUrl };
  };
  return { sqs, target: description, emulator, names: queues.map(({ name }) => name), pairOf };
};
