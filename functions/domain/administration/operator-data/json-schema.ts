import * as z from 'zod/mini';
import { operatorDataSchema } from './schema.ts';

/**
 * The operator data file as a JSON Schema (2020-12), for editors and checks before an import. Only the import checks
 * rules across entries and of texts.
 */
export const operatorDataJsonSchema = (): object => {
  const schema = z.toJSONSchema(operatorDataSchema, { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' });
  return { ...schema, title: 'Operator data' };
};
