import { signedHeaders } from '../../../functions/adapters/payments/test-gateway-signing.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { config } from '../../../functions/platform/config.ts';
import { fromAttributeValues } from '../../../functions/storage/table.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import type { RunningStack } from '../running-stack.ts';

/** The page on which an order was paid, else its newest one; undefined when it never had one. */
export const sessionOfOrder = async (stack: RunningStack, orderId: string): Promise<string | undefined> => {
  const [found] = await stack.scan({
    FilterExpression: '#type = :order AND #id = :id',
    ExpressionAttributeNames: { '#type': 'type', '#id': 'id' },
    ExpressionAttributeValues: { ':order': { S: 'order' }, ':id': { S: orderId } },
  });
  const order = fromAttributeValues(found) as OrderRow | undefined;
  const paid = order?.payment.gateway === 'test' ? order.payment.reference?.replace(/^tp_/, 'cs_') : undefined;
  return paid ?? order?.session?.id;
};

/** Asks the test gateway as the service does, with a signed call; its answer, or its refusal. */
export const askGateway = async (sessionId: string, input: object): Promise<HttpReply> => {
  const url = new URL(`${config.baseUrl()}/payments/test/sessions/${sessionId}/events`);
  const body = JSON.stringify(input);
  const headers = signedHeaders('test-gateway-call', { method: 'POST', path: url.pathname, body });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return jsonReply(answer.status, (await answer.json()) as object);
};
