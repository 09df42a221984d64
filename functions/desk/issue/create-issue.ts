import { issueAsOperator } from '../../domain/administration/operator-issues/issue.ts';
import { operatorIssueBody } from '../../domain/administration/operator-issues/schema.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import { withRecordedKey } from '../../storage/request-guid.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { validate } from '../../pipeline/parse.ts';
import { typedAmount } from '../../pages/kit/amount.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, formKey, refusalFrom } from '../form-idempotency.ts';
import { tagTypedIn } from '../typed-in.ts';
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
    const idempotency = formIdempotency(visit, route, input, { keptForSeconds: MONEY_KEY_SECONDS });
    const { body } = await withRecordedKey(idempotency, formKey(visit), (recording) =>
      issueAsOperator(visit.operator, input, recording),
    );
    const { items, order_id: orderId } = body as IssuedItems;
    return await issuedPage(visit, { codes: items.map(({ code }) => code), orderId });
  } catch (error) {
    return issuePage(visit, refusalFrom(error));
  }
});

/**
 * The input as the body of POST /v2/operator-issues, without empty fields. A string that is not a number is passed on,
 * and the schema rejects it.
 */
const typedIn = (visit: DeskVisit): Record<string, unknown> => {
  const { form } = visit;
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
  const quantity = form.get('quantity');
  return {
    ...typed,
    ...(quantity === '' ? {} : { quantity: /^\d+$/.test(quantity) ? Number(quantity) : quantity }),
    ...amountIn(visit),
  };
};

const amountIn = (visit: DeskVisit): { amount?: number | string } => {
  const text = visit.form.get('amount');
  if (text === '') return {};
  const { currency } = visit.company;
  const minor = typedAmount(text, currency, tagTypedIn(visit));
  return { amount: minor === undefined ? text : decimalFromMinor(minor, currency) };
};
