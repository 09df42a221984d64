import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../pipeline/json-schema.ts';

/**
 * A schema that only describes, as the protocol's library wants it. Arguments of tools are judged by the route that
 * serves them, and answers were made by it: checking them here too would be a second rule.
 */
export const described = <T>(schema: () => JsonSchema): StandardSchemaWithJSON<T> => ({
  '~standard': {
    version: 1,
    vendor: 'gift-commerce',
    validate: (value) => ({ value: value as T }),
    jsonSchema: { input: schema, output: schema },
  },
});
