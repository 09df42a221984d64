import { readPayment } from '../../domain/payments/test-gateway/read-payment.ts';
import { gatewayEndpoint } from '../../pipeline/gateway-endpoint.ts';
import { readTestPayment } from './routes.ts';

export const handler = gatewayEndpoint(readTestPayment, ({ params }) => readPayment(params['reference'] ?? ''));
