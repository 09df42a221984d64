import { Aws, Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from '../stacks/settings.ts';

// Refers to resources of other stacks by name. A construct reference would create an export that cannot be removed
// while it is imported, and there would be thousands.

/** The ARN of the table. */
export const tableArn = (stack: Stack, { prefix }: Settings): string =>
  stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: prefix });

/** The name that the definition gave the queue. */
const queueName = (queue: sqs.Queue): string => (queue.node.defaultChild as sqs.CfnQueue).queueName ?? '';

export const queueArn = (stack: Stack, queue: sqs.Queue): string =>
  stack.formatArn({ service: 'sqs', resource: queueName(queue) });

export const queueUrl = (queue: sqs.Queue): string =>
  `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${queueName(queue)}`;

/** Imports a queue of another stack by its name. */
export const importQueue = (scope: Construct, queue: sqs.Queue): sqs.IQueue => {
  const id = `Queue-${queueName(queue)}`;
  const known = scope.node.tryFindChild(id) as sqs.IQueue | undefined;
  return known ?? sqs.Queue.fromQueueArn(scope, id, queueArn(Stack.of(scope), queue));
};

/** Imports a function by name, for its metrics. */
export const importFunction = (scope: Construct, functionName: string): lambda.IFunction => {
  const fn = lambda.Function.fromFunctionName(scope, `Function-${functionName}`, functionName);
  // The construct would derive the name from the ARN with CloudFormation functions; the literal is readable in alarms
  // and dashboards.
  return Object.defineProperty(fn, 'functionName', { value: functionName });
};
