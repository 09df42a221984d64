import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from 'aws-lambda';
import { withinAgentCall } from '../platform/agent-call.ts';
import { withinDryRun } from '../platform/dry-run.ts';
import { admitAs } from '../pipeline/admission.ts';
import { errorReply, type HttpEvent } from '../pipeline/pipeline.ts';
import type { Caller } from '../pipeline/request.ts';
import type { RequestRate } from '../platform/request-rate.ts';
import { parseArguments, type Arguments, type RequestParts } from './arguments.ts';
import { invoke, type RouteReply } from './invoke.ts';
import { confirmationRequired, toResult } from './result.ts';
import { isConfirmationRequired } from './schemas.ts';
import type { ToolRow } from './tool-row.ts';

/** Context of a tool call: caller and request. */
interface CallContext {
  /** The HTTP request of the call. */
  event: HttpEvent;
  context: Context;
  caller: Caller;
  requestRate: RequestRate;
  requestId: string;
  /** Name that the client reports. */
  client: string;
}

/**
 * Calls a tool: its arguments become the request of its route, and the route's own handler serves it. An unconfirmed
 * change returns its preview. Every error is a result.
 */
export const callTool = async (row: ToolRow, args: Arguments, call: CallContext): Promise<CallToolResult> => {
  try {
    const { parts, confirmed } = parseArguments(row, args, call.caller.company);
    const isPreview = isConfirmationRequired(row) && !confirmed;
    const reply = await serve(row, parts, call, isPreview);
    return isPreview && reply.status < 400 ? confirmationRequired(reply, row) : toResult(reply, row);
  } catch (error) {
    const { status, headers = {}, body } = errorReply(error as Error);
    return toResult({ status, headers: { ...headers, 'x-request-id': call.requestId }, body }, row);
  }
};

const serve = async (row: ToolRow, parts: RequestParts, call: CallContext, isPreview: boolean): Promise<RouteReply> => {
  const { event: outer, caller, requestRate } = call;
  const { method, path } = row.route;
  const event: HttpEvent = {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: parts.rawQueryString,
    headers: parts.headers,
    pathParameters: parts.pathParameters,
    requestContext: {
      ...outer.requestContext,
      routeKey: `${method} ${path}`,
      http: { ...outer.requestContext.http, method, path },
    },
    ...(parts.body === undefined ? {} : { body: parts.body }),
    isBase64Encoded: false,
  };
  admitAs(event, { key: caller.key, requestRate });
  const { handler } = await row.handler();
  const agent = { keyId: caller.keyId, tool: row.name, client: call.client, requestId: call.requestId };
  const run = () => invoke(handler, event, call.context);
  return withinAgentCall(agent, () => (isPreview ? withinDryRun(run) : run()));
};
