import middy from '@middy/core';
import type { McpServer, McpServerOptions } from '@modelcontextprotocol/server';
import type { Context } from 'aws-lambda';
import { config } from '../platform/config.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import type { Route } from '../pipeline/route.ts';
import { admit } from '../pipeline/endpoint.ts';
import { isSwitchedOn, listedValues, queryValues } from '../pipeline/parse.ts';
import { progressOf, respond, type HttpEvent, type Step } from '../pipeline/pipeline.ts';
import type { Reply } from '../pipeline/request.ts';
import { callTool } from './call.ts';
import { serveMessage } from './protocol.ts';
import { serverFor, visibleTools, type CallTool, type ToolSelection } from './server.ts';
import { TOOLSETS, type Toolset } from './tool-row.ts';

/** Additional tools of test builds, which a client's test suite expects. */
export interface Extras {
  options?: McpServerOptions;
  extend?: (server: McpServer) => void;
  /** Whether messages may be sent before a tool's result. Only tools of test builds send any. */
  streams?: boolean;
}

/**
 * The agent server: the steps of every route (request id, envelope, key, rate limit), then the protocol. A request from
 * a page on another site is rejected before it counts against the rate limit of its API key.
 */
export const agentEndpoint = (route: Route, extras: Extras = {}) =>
  middy<HttpEvent>()
    .use(respond(route))
    .use(gate(route))
    .handler((event, context) => serve(event, context, extras));

const gate = (route: Route): Step => ({
  name: 'gate',
  before: async ({ event }) => {
    refuseForeignOrigin(event.headers['origin']);
    await admit(route, event);
  },
});

/**
 * Browsers send the origin of a page. Only the origin of this service is allowed, so that other pages cannot use a key
 * that is stored in a browser.
 */
const refuseForeignOrigin = (origin: string | undefined): void => {
  if (origin === undefined || origin === new URL(config.baseUrl()).origin) return;
  throw new ApiError(403, 'foreign_origin', 'Requests that come from pages of another origin are refused.');
};

const serve = async (event: HttpEvent, context: Context, extras: Extras): Promise<Reply> => {
  const { caller, requestRate, requestId } = progressOf(event);
  if (!caller || !requestRate) throw new Error('A request without a key was not rejected');
  const view = viewOf(event);
  const build = (): McpServer => {
    const call: CallTool = (tool, args, client) =>
      callTool(tool.row, args, { event, context, caller, requestRate, requestId, client: clientName(client, event) });
    const server = serverFor(visibleTools(caller.scopes, view), call, extras.options);
    extras.extend?.(server);
    return server;
  };
  return serveMessage(event, build, extras.streams ?? false);
};

const CLIENT_MAX_LENGTH = 100;

/**
 * Clients of protocol revisions before 2026-07-28 send their name once, in a request that is not stored. For them, the
 * `User-Agent` is used.
 */
const clientName = (named: string | undefined, event: HttpEvent): string =>
  (named ?? event.headers['user-agent'] ?? 'unknown').slice(0, CLIENT_MAX_LENGTH).toWellFormed();

const isToolset = (name: string): name is Toolset => (TOOLSETS as readonly string[]).includes(name);

/**
 * Tools selected by `toolsets` and `readonly`. Throws 422 for an unknown set, because an empty list would not explain
 * the fault.
 */
const viewOf = (event: HttpEvent): ToolSelection => {
  const { toolsets = [], readonly = [] } = queryValues(event);
  const names = listedValues(toolsets).map((name) => name.toLowerCase());
  const unknown = names.find((name) => !isToolset(name));
  if (unknown !== undefined) throw invalid('toolsets', `There are these sets of tools: ${TOOLSETS.join(', ')}.`);
  return {
    toolsets: names.length > 0 ? names.filter(isToolset) : TOOLSETS,
    readonly: isSwitchedOn(readonly.at(-1)),
  };
};
