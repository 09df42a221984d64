import { management } from '../../../platform/messages/management.ts';
import { ApiError, invalid, invalidFields, notFound } from '../../../platform/errors.ts';
import { nowMs } from '../../../platform/clock.ts';
import { getRows } from '../../../storage/table.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../storage/request-guid.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { vatMembersOf, vatOf } from '../../catalog/products/vat.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { cardTemplate } from '../../company/settings/active-templates.ts';
import { minorOf } from '../../value/items/amount.ts';
import { factsWithoutOrder } from '../../value/items/issuance/dormant.ts';
import { assertInvoiceContract, commitItemOrder, issueValidityMs } from '../../value/items/issuance/issue-directly.ts';
import type { ItemOrderRow } from '../../value/items/issuance/item-orders.ts';
import { newItemOrder } from '../../value/items/issuance/new-item-order.ts';
import type { ItemType } from '../../value/items/item-types.ts';
import type { Operator } from '../../value/items/operate.ts';
import { loadOption, type OptionWithCounter } from '../catalog/stock.ts';
import type { IssueKind, OperatorIssueInput } from './schema.ts';

const TYPE_OF = {
  ticket_coupon: 'TICKET',
  special_voucher: 'SPECIALOFFER',
  benefit_deal: 'BENEFITDEAL',
} as const satisfies Record<IssueKind, ItemType>;

/**
 * Issues items that are not in the catalog, under the company's invoice contract
 * (lib/reference/items.md#operator-issues). They use no stock. Throws 403 `settlement_not_enabled`, 404 for an unknown
 * company, and 422 on `product_option_id`, `issued_to`, `amount` or `validity`.
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

const orderOf = ({ company, operator, input, option, recording }: NewIssue): ItemOrderRow => {
  const now = nowMs();
  const {
    code: _code,
    sequence: _sequence,
    template: _template,
    ...facts
  } = factsWithoutOrder(company, operator, {
    code: '',
    valueMinor: input.amount === undefined ? (option?.option.amount ?? 0) : minorOf(input.amount, company.currency),
    validUntilMs: issueValidityMs(company, input, now),
    createdAtMs: now,
    title: input.title,
    paymentType: 'invoice',
  });
  return newItemOrder(company, operator, recording, {
    use: 'operator-issue',
    state: 'paid',
    facts: {
      ...facts,
      orderItems: input.quantity,
      itemType: TYPE_OF[input.kind],
      ...cardTemplate(company, input.kind === 'ticket_coupon' ? 'event_ticket' : 'special_offer'),
      ...(option ? goodFor(company, option) : {}),
      ...(input.issued_to === undefined ? {} : { issuedTo: input.issued_to }),
    },
    receiver: { name: input.receiver_name, email: input.receiver_email },
    externalProductId: null,
    ...(input.note ? { note: input.note } : {}),
  });
};

/** The VAT treatment is that of the option that the item can be redeemed for, as in a sale of this option. */
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
