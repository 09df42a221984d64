import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { queues } from '../definition.ts';
import { OpsError } from './command.ts';
import { pointAt } from './target.ts';

/** A queue of an environment and the queue of what it gave up on. */
export interface QueuePair {
  name: string;
  url: string;
  deadLettersUrl: string;
}

export interface QueueAccess {
  sqs: SQSClient;
  /** Words for the environment. */
  target: string;
  pairOf: (name: string) => Promise<QueuePair>;
}

const SERVICE = 'gift-commerce';

/** Opens the queues of an environment, or of the stack on this machine. */
export const openQueues = async (target: {
  env?: string | undefined;
  url?: string | undefined;
}): Promise<QueueAccess> => {
  const words = await pointAt(target);
  const sqs = new SQSClient({});
  const pairOf = async (name: string): Promise<QueuePair> => {
    if (!queues.some((queue) => queue.name === name)) {
      throw new OpsError(`There is no queue ${name}; choose one of ${queues.map((queue) => queue.name).join(', ')}.`);
    }
    const local = process.env[`QUEUE_URL_${name.toUpperCase().replaceAll('-', '_')}`];
    if (target.env === undefined && local) return { name, url: local, deadLettersUrl: `${local}-dlq` };
    const urlOf = async (queueName: string): Promise<string> => {
      const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }));
      if (!QueueUrl) throw new OpsError(`${words} has no queue ${queueName}.`);
      return QueueUrl;
    };
    const deployed = `${SERVICE}-${target.env ?? 'development'}-${name}`;
    const [url, deadLettersUrl] = await Promise.all([urlOf(deployed), urlOf(`${deployed}-dlq`)]);
    return { name, url, deadLettersUrl };
  };
  return { sqs, target: words, pairOf };
};
