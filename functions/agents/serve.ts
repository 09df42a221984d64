import { agentEndpoint } from './endpoint.ts';
import { agentRoute } from './routes.ts';

export const handler = agentEndpoint(agentRoute);
