import { AwsJsonError, type AwsJson } from '../../wire/aws-json.ts';
import { bodyOfValue, valueOfBody } from '../../wire/body-values.ts';
import { awsJsonResponse, jsonOf, wireOperationOf } from '../../wire/wire.ts';
import type { LocalDynamo } from '../local-dynamo.ts';
import { MemoryTable } from './memory-table.ts';
import { passValues } from './pass-values.ts';
import { TableError } from './table-error.ts';

type Execute = (operation: string, input: Record<string, unknown>) => object;

/** Executes requests from the stack directly, without serializing them. */
const executeDirectly =
  (execute: Execute): AwsJson =>
  async <T>(operation: string, input: Record<string, unknown>): Promise<T> => {
    try {
      return execute(operation, input) as T;
    } catch (error) {
      throw error instanceof TableError ? new AwsJsonError(error.type, error.message) : error;
    }
  };

const errorResponse = ({ type, message, more }: TableError) =>
  awsJsonResponse(400, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more });

/** Starts the table in this process. Its rows are lost when the process ends. */
export const startMemoryDynamo = async (): Promise<LocalDynamo> => {
  const table = new MemoryTable('gift-commerce-local');
  const tables: Execute = (operation, input) => table.execute(operation, input);
  const send: LocalDynamo['send'] = async (request) => {
    // Yields to other work of this process, as a network call would.
    await new Promise(setImmediate);
    try {
      const output = tables(wireOperationOf(request), jsonOf(request));
      if (valueOfBody(request.body) === undefined) return awsJsonResponse(200, output);
      return { statusCode: 200, headers: {}, body: bodyOfValue(output) };
    } catch (error) {
      if (error instanceof TableError) return errorResponse(error);
      if (error instanceof SyntaxError) return errorResponse(new TableError('SerializationException', error.message));
      throw error;
    }
  };
  const stopPassing = passValues();
  return {
    tableName: table.name,
    streamArn: table.stream.arn,
    tables: executeDirectly(tables),
    streams: executeDirectly((operation, input) => table.stream.execute(operation, input)),
    send,
    onWrite: (notify) => (table.onChange = notify),
    stop: async () => stopPassing(),
  };
};
