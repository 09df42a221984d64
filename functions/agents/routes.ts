import * as z from 'zod/mini';
import type { Route } from '../pipeline/route.ts';

const message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.int()])),
  method: z.string(),
  params: z.optional(z.record(z.string(), z.unknown())),
});

const query = z.object({ toolsets: z.optional(z.string()), readonly: z.optional(z.string()) });

/** The agent server: one function that serves the tools and their routes. */
export const agentRoute = {
  name: 'agent',
  method: 'POST',
  path: '/mcp',
  entry: 'functions/agents/serve.ts',
  access: 'api-key',
  acting: 'own',
  companyInBody: false,
  query: query,
  body: message,
  replies: { 200: 'AgentMessage', 202: null, 400: 'AgentMessage', 404: 'AgentMessage' },
  errors: ['foreign_origin', 'request_too_large', 'unsupported_media_type', 'validation_failed'],
  summary: 'Serve the Model Context Protocol to assistants',
  description:
    'Streamable HTTP without sessions, revisions 2025-06-18, 2025-11-25 and 2026-07-28: one JSON-RPC message in, ' +
    'one out. The key determines which tools are available; `toolsets` (`commerce`, `items`, `redemptions`, ' +
    '`orderpage`, `brand`, `pdftemplates`, `reports`, `webhooks`, `account`, `catalog`, separated by commas) and ' +
    '`readonly=true` limit them. A tool is one of the routes of this document, with its arguments in one object.',
  tag: 'Agents',
  // Bindings of the routes of all tools; a test keeps them in sync.
  uses: [
    'keys',
    'table:write',
    'table:batch',
    'objects:read',
    'objects:write',
    'objects:delete',
    'function:render-sample',
    'payments',
    'courier',
    'vendor',
  ],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const agentRoutes = [agentRoute];
