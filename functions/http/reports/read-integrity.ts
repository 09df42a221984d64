import { readIntegrity } from '../../domain/reports/integrity.ts';
import { endpoint } from '../endpoint.ts';
import { readIntegrity as route } from './routes.ts';

export const handler = endpoint(route, async ({ company }) => ({ status: 200, body: await readIntegrity(company) }));
