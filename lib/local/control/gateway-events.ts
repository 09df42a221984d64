import { testGatewayHeaders } from '../../../functions/adapters/payments/test-gateway-signing.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { config } from '../../../functions/platform/config.ts';
import { fromAttributeValues } from '../../../functions/storage/table.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import type { ControlledStack } from '../running-stack.ts';

/** The session that paid for an order, or its newest session; undefined if it has none. */
export const sessionOfOrder = async (stack: ControlledStack, orderId: string): Promise<string | undefined> => {
  const [found] = await stack.scan({
    FilterExpression: '#type = :order AND #id = :id',
    ExpressionAttributeNames: { '#type': 'type', '#id': 'id' },
    ExpressionAttributeValues: { ':order': { S: 'order' }, ':id': { S: orderId } },
  });
  const order = fromAttributeValues(found) as OrderRow | undefined;
  const paid = order?.payment.gateway === 'test' ? order.payment.reference?.replace(/^tp_/, 'cs_') : undefined;
  return paid ?? order?.session?.id;
};

/** Calls the test gateway as the service does, with a signature. Returns its response or error. */
export const callGateway = async (sessionId: string, input: object): Promise<HttpReply> => {
  const url = new URL(`${config.baseUrl()}/payments/test/sessions/${sessionId}/events`);
  const body = JSON.stringify(input);
  const headers = testGatewayHeaders('test-gateway-call', { method: 'POST', path: url.pathname, body });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return jsonReply(response.status, (await response.json()) as object);
};
