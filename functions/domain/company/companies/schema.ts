import * as z from 'zod/mini';

/** Query of GET /v2/companies. */
export const companyListQuery = z.object({
  limit: z.optional(z.string()),
  starting_after: z.optional(z.string()),
});
