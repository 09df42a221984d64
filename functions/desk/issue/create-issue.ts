import { issueAsOperator } from '../../domain/administration/operator-issues/issue.ts';
import { operatorIssueBody } from '../../domain/administration/operator-issues/schema.ts';
import { ApiError } from '../../platform/errors.ts';
import { withRecordedKey } from '../../storage/request-guid.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, formKey } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { issuePage, issuedPage } from './pages/issue.ts';
import { deskCreateIssue as route } from './routes.ts';

interface IssuedItems {
  items: { code: string }[];
  order_id: string;
}

/** A form issues once, even if it arrives several times. */
export const handler = deskEndpoint(route, async (visit) => {
  try {
    const input = validate(operatorIssueBody(), typedIn(visit));
    const idempotency = formIdempotency(visit, route, input, MONEY_KEY_SECONDS);
    const { body } = await withRecordedKey(idempotency, formKey(visit), (recording) =>
      issueAsOperator(visit.operator, input, recording),
    );
    const { items, order_id: orderId } = body as IssuedItems;
    return await issuedPage(visit, { codes: items.map(({ code }) => code), orderId });
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 409, 422].includes(error.status)) throw error;
    return issuePage(visit, error);
  }
});

/** The input as the body of POST /v2/operator-issues, without empty fields. */
const typedIn = ({ form }: DeskVisit): Record<string, unknown> => {
  const texts = [
    'kind',
    'product_option_id',
    'title',
    'validity',
    'issued_to',
    'receiver_name',
    'receiver_email',
    'note',
  ];
  const typed = Object.fromEntries(
    texts.filter((name) => form.get(name) !== '').map((name) => [name, form.get(name)] as const),
  );
  return { ...typed, ...numberIn(form.get('quantity'), 'quantity'), ...numberIn(form.get('amount'), 'amount') };
};

/** A text that is not a number stays one, and the rules reject it together with other fields. */
const numberIn = (text: string, field: 'quantity' | 'amount'): Record<string, unknown> => {
  if (text === '') return {};
  const number = Number(text.replace(',', '.'));
  return { [field]: Number.isNaN(number) ? text : number };
};
