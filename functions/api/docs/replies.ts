import * as z from 'zod/mini';

/** Responses of the documentation routes. */
export const docsReplies = {
  OpenApiDocument: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  }),
};
