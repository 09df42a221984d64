import { readServiceStatus } from '../../domain/reporting/status/read.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { nowMs } from '../../platform/clock.ts';
import { readStatus } from './routes.ts';

/** Pages of other hosts may read the status (CORS). */
const HEADERS = { 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' };

export const handler = publicEndpoint(readStatus, async () => ({
  status: 200,
  headers: HEADERS,
  body: await readServiceStatus(nowMs()),
}));
