import type { ZodOpenApiObject } from 'zod-openapi';

export const webhooks: NonNullable<ZodOpenApiObject['webhooks']> = {};
