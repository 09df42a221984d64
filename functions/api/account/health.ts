import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { readSecretsHealth } from '../../domain/reporting/health/secrets.ts';
import { authenticateOperator, hasOperatorKey } from '../../domain/company/api-keys/operator/authenticate.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { addressOf, respond, type HttpEvent } from '../../pipeline/pipeline.ts';
import { health } from './routes.ts';

const WELL = { status: 'ok', api_version: 'v2' };

const forKeys = endpoint(health, () => Promise.resolve({ status: 200, body: WELL }));

/** Operators have no company and no rate limit, and get more details. */
const forOperators = middy<HttpEvent>()
  .use(respond(health))
  .handler(async (event) => {
    await authenticateOperator(event.headers['authorization'], addressOf(event));
    return { status: 200, body: { ...WELL, ...(await readSecretsHealth()) } };
  });

export const handler = (event: HttpEvent, context: Context): Promise<unknown> =>
  hasOperatorKey(event.headers['authorization']) ? forOperators(event, context) : forKeys(event, context);
