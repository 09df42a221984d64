import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { HttpEvent } from '../pipeline/pipeline.ts';

/** The exported handler of a route. */
export type Handler = (event: HttpEvent, context: Context) => Promise<unknown>;

/** Response of a route. */
export interface RouteReply {
  status: number;
  /** By lowercase name. */
  headers: Record<string, string>;
  body: unknown;
}

/** Runs a route on an event, as API Gateway does. */
export const invoke = async (handler: Handler, event: HttpEvent, context: Context): Promise<RouteReply> => {
  const { statusCode = 200, headers = {}, body } = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body === undefined || body === '' ? undefined : (JSON.parse(body) as unknown),
  };
};
