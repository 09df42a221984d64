import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bodyOfValue, valueOfBody } from '../../wire/body-values.ts';
import { withBinaryBytes, withBinaryTexts } from './binary.ts';

type Input = Record<string, unknown>;

interface Serializer {
  write: (schema: unknown, input: Input) => void;
  flush: () => unknown;
}
interface Deserializer {
  read: (schema: unknown, body: Uint8Array) => Promise<unknown>;
}
interface Protocol {
  getPayloadCodec: () => { createSerializer: () => Serializer; createDeserializer: () => Deserializer };
}

/** Adds the token of a transaction, which the SDK otherwise creates while it serializes the request. */
const withToken = (input: Input): Input =>
  input['TransactItems'] === undefined ? input : { ClientRequestToken: randomUUID(), ...input };

const replaceCodec = (): (() => void) => {
  const client = new DynamoDBClient({ region: 'local' });
  const codec = (client.config.protocol as unknown as Protocol).getPayloadCodec();
  client.destroy();
  const serializer = Object.getPrototypeOf(codec.createSerializer()) as Serializer;
  const deserializer = Object.getPrototypeOf(codec.createDeserializer()) as Deserializer;
  const { write, flush } = serializer;
  const { read } = deserializer;
  const inputs = new WeakMap<Serializer, Input>();
  serializer.write = function (this: Serializer, _, input) {
    inputs.set(this, input);
  };
  serializer.flush = function (this: Serializer) {
    return bodyOfValue(withBinaryTexts(withToken(inputs.get(this) ?? {})));
  };
  deserializer.read = async function (this: Deserializer, schema, body) {
    const value = valueOfBody(body);
    return value === undefined ? read.call(this, schema, body) : withBinaryBytes(value);
  };
  return () => {
    Object.assign(serializer, { write, flush });
    deserializer.read = read;
  };
};

let tables = 0;
let restoreCodec: (() => void) | undefined;

/**
 * Makes all clients of the table in this process pass values instead of JSON texts, which saves a fifth of the CPU time
 * of a request. The table keeps the input without copying it, because the service creates new attribute values for each
 * call. Retries, faults and permissions work as before. Returns a function that ends this for one table.
 */
export const passValues = (): (() => void) => {
  tables++;
  restoreCodec ??= replaceCodec();
  return () => {
    if (--tables > 0) return;
    restoreCodec?.();
    restoreCodec = undefined;
  };
};
