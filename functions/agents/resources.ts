import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server';
import { config } from '../platform/config.ts';

interface Document {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Called when the resource is read, because the description of the API is large. */
  write: () => Promise<string>;
}

/** The reference, for an assistant that builds against the API. */
const DOCUMENTS: readonly Document[] = [
  {
    uri: 'docs://openapi',
    name: 'openapi',
    title: 'OpenAPI 3.1 description of the HTTP API',
    description: 'Every route, field, error and webhook.',
    mimeType: 'application/json',
    write: async () => {
      const { apiDocument } = await import('../api/docs/openapi/document.ts');
      return JSON.stringify(apiDocument(config.baseUrl()));
    },
  },
  {
    uri: 'docs://errors',
    name: 'errors',
    title: 'Error codes',
    description: 'The meaning and the HTTP status of each error code.',
    mimeType: 'text/markdown',
    write: async () => (await import('./guides.ts')).errorGuide(),
  },
  {
    uri: 'docs://webhooks',
    name: 'webhooks',
    title: 'Receiving webhooks',
    description: 'Events, headers, verification of deliveries, and retries.',
    mimeType: 'text/markdown',
    write: async () => (await import('./guides.ts')).webhookGuide(),
  },
];

/** Registers the reference as resources. */
export const addResources = (server: McpServer): void => {
  for (const { uri, name, title, description, mimeType, write } of DOCUMENTS) {
    const read = async (): Promise<ReadResourceResult> => ({ contents: [{ uri, mimeType, text: await write() }] });
    server.registerResource(name, uri, { title, description, mimeType }, read);
  }
};
