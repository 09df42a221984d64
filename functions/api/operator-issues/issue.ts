import { issueAsOperator } from '../../domain/administration/operator-issues/issue.ts';
import { withRecordedKey } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { assertCanTakePayments, MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { operatorOf } from '../items/operator.ts';
import { createOperatorIssue as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  assertCanTakePayments(request.caller);
  const idempotency = idempotencyOf(route, request, MONEY_KEY_SECONDS);
  return withRecordedKey(idempotency, request.idempotencyKey, (recording) =>
    issueAsOperator(operatorOf(request), request.body, recording),
  );
});
