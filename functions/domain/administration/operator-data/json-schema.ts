import * as z from 'zod/mini';
import { asLength } from '../../../platform/length-between.ts';
import { operatorDataSchema } from './schema.ts';

/**
 * The operator data file as a JSON Schema (2020-12), for editors and checks before an import. Rules across entries and
 * rules for the content of strings are checked only by the import.
 */
export const operatorDataJsonSchema = (): object => {
  const schema = z.toJSONSchema(operatorDataSchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => asLength(jsonSchema),
  });
  return { ...schema, title: 'Operator data' };
};
