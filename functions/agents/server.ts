import { McpServer, type CallToolResult, type McpServerOptions } from '@modelcontextprotocol/server';
import { scopesOf, type Route } from '../pipeline/route.ts';
import { descriptionSchema } from './description-schema.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { tools, type Tool } from './tool.ts';
import type { Toolset } from './tool-row.ts';

const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** Selection of tools in the server's URL. */
export interface ToolSelection {
  toolsets: readonly Toolset[];
  readonly: boolean;
}

/** The tools that a key may call, in display order. To the client, other tools do not exist. */
export const visibleTools = (scopes: readonly string[], view: ToolSelection): Tool[] =>
  tools().filter(
    ({ row, toolset }) =>
      view.toolsets.includes(toolset) && !(view.readonly && row.route.writes) && hasScopes(scopes, row.route),
  );

const hasScopes = (scopes: readonly string[], route: Route): boolean =>
  scopesOf(route).every((scope) => scopes.includes(scope));

/** These lists depend on the key and the URL, which rarely change. */
const CACHED = { ttlMs: 300_000, cacheScope: 'private' as const };
/** Resources and the description of the server are the same for everyone. */
const SHARED = { ttlMs: 300_000, cacheScope: 'public' as const };

export type CallTool = (
  tool: Tool,
  args: Record<string, unknown>,
  client: string | undefined,
) => Promise<CallToolResult>;

/** A server with the tools, resources and prompts of one caller; the protocol's library requires one per request. */
export const serverFor = (visible: readonly Tool[], call: CallTool, options: McpServerOptions = {}): McpServer => {
  const server = new McpServer(
    { name: 'gift-commerce', title: 'Gift Commerce', version: '2' },
    {
      ...options,
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        ...options.capabilities,
      },
      cacheHints: {
        'tools/list': CACHED,
        'prompts/list': CACHED,
        'resources/list': SHARED,
        'resources/templates/list': SHARED,
        'resources/read': SHARED,
        'server/discover': SHARED,
      },
    },
  );
  for (const tool of visible) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        annotations: tool.annotations,
        inputSchema: descriptionSchema<Record<string, unknown>>(tool.input),
        outputSchema: descriptionSchema(tool.output),
      },
      (args, { mcpReq }) => call(tool, args, clientOf(mcpReq.envelope)),
    );
  }
  addResources(server);
  addPrompts(server, new Set(visible.map(({ name }) => name)));
  return server;
};

const clientOf = (envelope: object | undefined): string | undefined => {
  const info = (envelope as Record<string, { name?: unknown } | undefined> | undefined)?.[
    'io.modelcontextprotocol/clientInfo'
  ];
  return typeof info?.name === 'string' ? info.name : undefined;
};
