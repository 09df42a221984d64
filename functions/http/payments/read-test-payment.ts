import { readPayment } from '../../domain/test-gateway/read-payment.ts';
import { gatewayEndpoint } from './gateway-endpoint.ts';
import { readTestPayment } from './routes.ts';

export const handler = gatewayEndpoint(readTestPayment, ({ params }) => readPayment(params['reference'] ?? ''));
