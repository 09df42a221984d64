import { readCodeBatch } from '../../domain/administration/code-batches/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readCodeBatch as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => ({
  status: 200,
  body: await readCodeBatch(company, params['id'] ?? ''),
}));
