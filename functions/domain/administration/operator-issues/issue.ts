import { management } from '../../../platform/messages/management.ts';
import { ApiError, invalid, invalidFields, notFound } from '../../../platform/errors.ts';
import { nowMs } from '../../../platform/clock.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import { getRows } from '../../../storage/table.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../storage/request-guid.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { vatMembersOf, vatOf } from '../../catalog/products/vat.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { cardTemplate } from '../../company/settings/active-templates.ts';
import { minorOf } from '../../value/items/amount.ts';
import { looseFacts } from '../../value/items/issuance/dormant.ts';
import { assertInvoiceContract, commitItemOrder, issueValidityMs } from '../../value/items/issuance/issue-directly.ts';
import { itemOrderKey, noReplyEmail, type ItemOrderRow } from '../../value/items/issuance/item-orders.ts';
import { legacyOrderId } from '../../value/items/issuance/of-order.ts';
import type { ItemType } from '../../value/items/item-types.ts';
import { actorOf, type Operator } from '../../value/items/operate.ts';
import { loadOption, type OptionWithCounter } from '../catalog/stock.ts';
import type { IssueKind, OperatorIssueInput } from './schema.ts';
import { visibleOrNull } from '../../../platform/visible.ts';

const TYPE_OF = {
  ticket_coupon: 'TICKET',
  special_voucher: 'SPECIALOFFER',
  benefit_deal: 'BENEFITDEAL',
} as const satisfies Record<IssueKind, ItemType>;

/**
 * Issues items that are not in the catalog, under the company's invoice contract
 * (lib/reference/items.md#operator-issues). They use no stock. Throws 403 `settlement_not_enabled`, and 422 on
 * `product_option_id`, `issued_to`, `amount` or `validity`.
 */
export const issueAsOperator = async (
  operator: Operator,
  input: OperatorIssueInput,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const keys = [operator.company, ...(input.issued_to === undefined ? [] : [input.issued_to])].map(companyKey);
  const rows = await getRows(keys, { consistent: true });
  const company = rows.get<CompanyRow>(companyKey(operator.company));
  if (!company) throw notFound('company');
  assertInvoiceContract(company);
  assertIssuedTo(input, (slug) => rows.get<CompanyRow>(companyKey(slug)));
  const option = await optionOf(company, input.product_option_id);
  return commitItemOrder(orderOf({ company, operator, input, option, recording }), company, recording);
};

/** Throws 422 on `issued_to`: required for a benefit deal, not allowed otherwise. */
const assertIssuedTo = (
  { kind, issued_to: slug }: OperatorIssueInput,
  companyOf: (slug: string) => CompanyRow | undefined,
): void => {
  if (kind !== 'benefit_deal') {
    if (slug !== undefined) throw invalid('issued_to', management('issued_to_not_taken'));
    return;
  }
  if (slug === undefined) throw invalid('issued_to', management('issued_to_missing'));
  if (!companyOf(slug)?.active) throw invalid('issued_to', management('issued_to_unknown'));
};

const optionOf = async ({ slug }: CompanyRow, id: string | undefined): Promise<OptionWithCounter | undefined> => {
  if (id === undefined) return undefined;
  try {
    return await loadOption(slug, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw invalidFields({ product_option_id: [management('issued_option_unknown')] });
  }
};

interface NewIssue {
  company: CompanyRow;
  operator: Operator;
  input: OperatorIssueInput;
  option: OptionWithCounter | undefined;
  recording: ReplyRecorder;
}

/**
 * The seed and the order id are derived from the company and the key of the request, so that a repeat issues the same
 * codes.
 */
const orderOf = ({ company, operator, input, option, recording }: NewIssue): ItemOrderRow => {
  const now = nowMs();
  const codeSeed = keyedHash('operator-issue', `${company.slug}\n${recording.guid}`).toString('hex');
  const orderId = legacyOrderId(company.slug, codeSeed);
  const {
    code: _code,
    sequence: _sequence,
    template: _template,
    ...facts
  } = looseFacts(company, operator, {
    code: '',
    valueMinor: input.amount === undefined ? (option?.option.amount ?? 0) : minorOf(input.amount, company.currency),
    validUntilMs: issueValidityMs(company, input, now),
    createdAtMs: now,
    title: input.title,
    paymentType: 'invoice',
  });
  const receiverEmail = input.receiver_email ?? null;
  const deliverTo = receiverEmail === noReplyEmail(company) ? null : receiverEmail;
  return {
    ...itemOrderKey(company.slug, orderId),
    type: 'item-order',
    v: 1,
    company: company.slug,
    orderId,
    state: 'paid',
    facts: {
      ...facts,
      orderId,
      orderItems: input.quantity,
      itemType: TYPE_OF[input.kind],
      ...cardTemplate(company, input.kind === 'ticket_coupon' ? 'event_ticket' : 'special_offer'),
      ...(option ? goodFor(company, option) : {}),
      ...(input.issued_to === undefined ? {} : { issuedTo: input.issued_to }),
      receiver: { name: visibleOrNull(input.receiver_name), email: receiverEmail, phone: null },
      deliveredAtMs: deliverTo === null ? null : now,
    },
    codeSeed,
    by: actorOf(operator),
    requestId: recording.guid,
    inputHash: recording.inputHash,
    captured: null,
    deliverTo,
    externalProductId: null,
    ...(input.note ? { note: input.note } : {}),
  };
};

/** VAT follows the option that the item is good for, as in a sale of it. */
const goodFor = (company: CompanyRow, { product, option }: OptionWithCounter) => {
  const { treatment, percent } = vatOf(company, ...vatMembersOf({ product, option }));
  return {
    productId: productIdOf(product),
    optionId: optionIdOf(product, option),
    variant: `${product.name}, ${option.name}`,
    vatTreatment: treatment,
    vatPercent: percent,
  };
};
