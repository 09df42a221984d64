import { Aws, Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from '../stacks/settings.ts';

// What has a name of ours, as stacks write it that are not its own: by that name. A reference would be an export that must
// stay for as long as anybody imports it, and thousands of them in all.

/** The ARN of the table. */
export const tableArn = (stack: Stack, { prefix }: Settings): string =>
  stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: prefix });

/** The name that a queue was given. */
const queueName = (queue: sqs.Queue): string => (queue.node.defaultChild as sqs.CfnQueue).queueName ?? '';

export const queueArn = (stack: Stack, queue: sqs.Queue): string =>
  stack.formatArn({ service: 'sqs', resource: queueName(queue) });

export const queueUrl = (queue: sqs.Queue): string =>
  `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${queueName(queue)}`;

/** A queue for constructs that want one. */
export const queueOutside = (scope: Construct, queue: sqs.Queue): sqs.IQueue => {
  const id = `Queue-${queueName(queue)}`;
  const known = scope.node.tryFindChild(id) as sqs.IQueue | undefined;
  return known ?? sqs.Queue.fromQueueArn(scope, id, queueArn(Stack.of(scope), queue));
};

/** A function by name, for its metrics. */
export const functionOutside = (scope: Construct, functionName: string): lambda.IFunction => {
  const fn = lambda.Function.fromFunctionName(scope, `Function-${functionName}`, functionName);
  // Its own is cut out of an ARN by CloudFormation; alarms and dashboards are read by people.
  return Object.defineProperty(fn, 'functionName', { value: functionName });
};
