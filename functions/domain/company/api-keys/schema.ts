import * as z from 'zod/mini';
import { SCOPES } from '../../../platform/scopes.ts';
import { upTo } from '../../../platform/length-between.ts';

export const API_KEY_LABEL_MAX = 255;

/** Body of POST /v2/api-keys (lib/reference/api-keys.md#creating-keys). */
export const createApiKeyBody = z.strictObject({
  label: z.string().check(z.trim(), z.minLength(1), upTo(API_KEY_LABEL_MAX)),
  scopes: z.array(z.enum(SCOPES)).check(z.minLength(1)),
  expires_in_days: z.optional(z.int().check(z.gte(1), z.lte(365))),
  environment: z.optional(z.enum(['live', 'test'])),
});
