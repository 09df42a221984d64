import type { Context } from 'aws-lambda';
import { vi } from 'vitest';
import { agentRoute } from '../../functions/agents/routes.ts';
import { gatewayEvent } from '../../lib/local/gateway/gateway-event.ts';
import { gatewayError, toHttpReply } from '../../lib/local/gateway/gateway-result.ts';
import { listen } from '../../lib/local/gateway/http-server.ts';
import { matchRoute } from '../../lib/local/gateway/route-table.ts';
import { ALL_SCOPES } from './seed.ts';
import { startTable } from './table.ts';

const KEY = `lp_live_${'c'.repeat(32)}_${'0'.repeat(64)}`;

/**
 * The agent server in this process, with the fixtures of the conformance suite in addition to the tools of the service.
 */
export interface AgentHost {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the server with its own table. The suite sends no API key, so one is added to its requests. */
export const startAgentHost = async (): Promise<AgentHost> => {
  const table = await startTable();
  // Files of one project share a process, and modules keep connections of earlier files.
  vi.resetModules();
  const { agentEndpoint } = await import('../../functions/agents/endpoint.ts');
  const { fixtures } = await import('./agent-fixtures.ts');
  const { importOperatorData } = await import('../../functions/domain/administration/operator-data/import.ts');
  const company = { slug: 'host', name: 'Host ApS', currency: 'DKK', language: 'en', approved_urls: [] };
  await importOperatorData({
    companies: [{ ...company, contract: { checkout: true, invoice_settlement: false } }],
    api_keys: [{ company: 'host', label: 'conformance', key: KEY, scopes: ALL_SCOPES }],
  });
  const handler = agentEndpoint(agentRoute, fixtures);
  const server = await listen({ host: '127.0.0.1', port: 0 }, async (request) => {
    const match = matchRoute(request.method, request.target.split('?')[0] ?? '/');
    if (match?.route.target.name !== agentRoute.name) return gatewayError('malformed_request');
    const rawHeaders = [...request.rawHeaders, 'Authorization', `Bearer ${KEY}`];
    const moment = { id: crypto.randomUUID(), epochMs: Date.now(), domain: request.headers.host ?? '' };
    return toHttpReply(await handler(gatewayEvent({ ...request, rawHeaders }, match, moment), {} as Context));
  });
  process.env['BASE_URL'] = server.url;
  return {
    url: `${server.url}/mcp`,
    stop: async () => {
      await server.stop();
      await table.stop();
    },
  };
};
