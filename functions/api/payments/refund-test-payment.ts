import { refund } from '../../domain/payments/test-gateway/refund.ts';
import { refundBody } from '../../adapters/payments/test-gateway-protocol.ts';
import { gatewayEndpoint } from '../../pipeline/gateway-endpoint.ts';
import { refundTestPayment } from './routes.ts';
import { signedJson } from './signed-json.ts';

export const handler = gatewayEndpoint(refundTestPayment, (request) => refund(signedJson(refundBody(), request)));
