import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { asOperator } from './as-operator.ts';
import { OpsError, type Command } from './command.ts';
import { requireCompany } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const OPERATION = 'operator-issue';

/** Issues coupons, vouchers or benefit deals, and prints one code per line. */
export const issue: Command = {
  name: 'issue',
  usage:
    '--company SLUG --kind ticket_coupon|special_voucher|benefit_deal --title TEXT --quantity N [--amount DECIMAL] ' +
    '[--option ID] [--validity YYYY-MM-DD] [--issued-to SLUG] [--receiver-name TEXT] [--receiver-email ADDRESS] ' +
    `[--note TEXT] [--key TEXT] ${TARGET_USAGE}`,
  summary: 'Issue items that no catalog sells; a repeat with the same --key does not issue them again',
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        ...targetOptions,
        company: { type: 'string' },
        kind: { type: 'string' },
        title: { type: 'string' },
        quantity: { type: 'string' },
        amount: { type: 'string' },
        option: { type: 'string' },
        validity: { type: 'string' },
        'issued-to': { type: 'string' },
        'receiver-name': { type: 'string' },
        'receiver-email': { type: 'string' },
        note: { type: 'string' },
        key: { type: 'string' },
      },
    });
    if (!values.company) throw new OpsError(`Usage: npm run ops -- issue ${issue.usage}`);
    await pointAt(values, 'keys');
    const company = await requireCompany(values.company);
    const { operatorIssueBody } = await import('../../functions/domain/administration/operator-issues/schema.ts');
    const { validate } = await import('../../functions/pipeline/parse.ts');
    const input = validate(operatorIssueBody(), bodyOf(values));
    const { issueAsOperator } = await import('../../functions/domain/administration/operator-issues/issue.ts');
    const { idempotencyRecordFor } = await import('../../functions/storage/idempotency.ts');
    const { withRecordedKey } = await import('../../functions/storage/request-guid.ts');
    const key = values.key ?? randomUUID();
    const idempotency = idempotencyRecordFor({ company, operation: OPERATION, key, input });
    const { body } = await asOperator({ company, operation: OPERATION }, () =>
      withRecordedKey(idempotency, key, (recording) =>
        issueAsOperator({ company, home: company, keyId: '', system: 'operator' }, input, recording),
      ),
    );
    const { items, order_id: orderId } = body as { items: { code: string }[]; order_id: string };
    for (const { code } of items) process.stdout.write(`${code}\n`);
    process.stderr.write(`${items.length} item${items.length === 1 ? '' : 's'} of order ${orderId}\n`);
  },
};

type Values = Record<string, string | boolean | undefined>;

/** The options as the body of POST /v2/operator-issues. */
const bodyOf = (values: Values): Record<string, unknown> => {
  const typed = {
    kind: values['kind'],
    title: values['title'],
    quantity: numberOf(values['quantity']),
    amount: numberOf(values['amount']),
    product_option_id: values['option'],
    validity: values['validity'],
    issued_to: values['issued-to'],
    receiver_name: values['receiver-name'],
    receiver_email: values['receiver-email'],
    note: values['note'],
  };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
};

const numberOf = (text: string | boolean | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
