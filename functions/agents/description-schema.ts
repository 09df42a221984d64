import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../pipeline/json-schema.ts';

/**
 * A schema for description only, as the protocol's library requires. Routes validate arguments and produce the
 * responses, so a check here would duplicate theirs.
 */
export const descriptionSchema = <T>(schema: () => JsonSchema): StandardSchemaWithJSON<T> => ({
  '~standard': {
    version: 1,
    vendor: 'gift-commerce',
    validate: (value) => ({ value: value as T }),
    jsonSchema: { input: schema, output: schema },
  },
});
