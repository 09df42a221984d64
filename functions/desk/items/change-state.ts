import { validation } from '../../platform/messages/validation.ts';
import { adjustItem } from '../../domain/value/items/adjust.ts';
import { blockItem, extendItem, unblockItem, type StateRequest } from '../../domain/value/items/item-state.ts';
import { replaceWithNewCode } from '../../domain/value/items/replace.ts';
import { adjustBody, extendBody, reasonBody, replaceBody } from '../../domain/value/items/schema.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import { invalid } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import { validate } from '../../pipeline/parse.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { typedAmount } from '../../pages/kit/amount.ts';
import { findItemAtDesk } from '../code-lookup.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, formKey } from '../form-idempotency.ts';
import { refusedPage } from '../pages/error-pages.ts';
import { HOLD_TEXTS } from '../texts/holds.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';
import { onItemPage } from './change-item.ts';
import { canAdjust } from './can-adjust.ts';
import type { ItemNotice } from './pages/item.ts';
import { deskChangeItemState } from './routes.ts';

interface StateChange {
  outcome: ItemNotice;
  operate: (request: StateRequest, visit: DeskVisit) => Promise<Reply>;
}

const reasonOf = (visit: DeskVisit): { reason?: string } => {
  const reason = visit.form.get('reason');
  return reason === '' ? {} : { reason };
};

const extend: StateChange['operate'] = (request, visit) => {
  const { validity } = validate(extendBody(), { validity: visit.form.get('validity'), ...reasonOf(visit) });
  return extendItem({ ...request, validity });
};

/** A typed sign before an amount. The first group matches a plus. */
const SIGN = /^\s*(?:([+\uFF0B])|[-\u2212\u2013\uFF0D])\s*/;

/** The typed amount without its sign. Throws 422 on `amount` for a sign that contradicts the button. */
const unsignedAmount = ({ form, language }: DeskVisit): string => {
  const text = form.get('amount');
  const sign = SIGN.exec(text);
  if (!sign) return text;
  const isLower = form.get('direction') === 'lower';
  if (isLower !== (sign[1] === undefined)) throw invalid('amount', HOLD_TEXTS[language].wrongSign);
  return text.slice(sign[0].length);
};

/** Adjusts the value by the typed amount, which is negative for the button that lowers the value. */
const adjust: StateChange['operate'] = async (request, visit) => {
  const currency = (await findItemAtDesk(visit, request.code))?.currency ?? visit.company.currency;
  const minor = typedAmount(unsignedAmount(visit), currency, tagTypedIn(visit));
  if (minor === undefined || minor <= 0) throw invalid('amount', visit.t.counter.notAmount);
  const signed = visit.form.get('direction') === 'lower' ? -minor : minor;
  const body = { amount: decimalFromMinor(signed, currency), reason: visit.form.get('reason') };
  return adjustItem({ ...request, ...validate(adjustBody(), body) });
};

const replace: StateChange['operate'] = (request, visit) => {
  if (visit.form.get('sure') !== 'yes') throw invalid('sure', visit.t.item.notSure);
  const email = visit.form.get('email');
  const body = validate(replaceBody(), email === '' ? {} : { email });
  return replaceWithNewCode({ ...request, email: body.email });
};

const CHANGES = new Map<string, StateChange>([
  ['block', { outcome: 'blocked', operate: blockItem }],
  ['unblock', { outcome: 'unblocked', operate: unblockItem }],
  ['extend', { outcome: 'extended', operate: extend }],
  ['adjust', { outcome: 'adjusted', operate: adjust }],
  ['undo-adjust', { outcome: 'adjust_undone', operate: adjust }],
  ['replace', { outcome: 'replaced', operate: replace }],
]);

const INPUTS = ['validity', 'amount', 'direction', 'email'] as const;

/** Blocks, unblocks, extends, adjusts or replaces an item. */
export const handler = deskEndpoint(deskChangeItemState, (visit) => {
  const { form } = visit;
  const change = CHANGES.get(form.get('change'));
  if (!change) throw invalid('change', validation('choice_unknown', { choices: [...CHANGES.keys()] }));
  if (change.operate === adjust && !canAdjust(visit)) return refusedPage(visit, 'right');
  return onItemPage(visit, change.outcome, async (code) => {
    const { reason = null } = validate(reasonBody(), reasonOf(visit));
    const inputs = Object.fromEntries(INPUTS.map((name) => [name, form.get(name)]));
    const input = { code, change: change.outcome, reason, ...inputs };
    const request: StateRequest = {
      operator: visit.operator,
      code,
      reason,
      requestId: formKey(visit),
      idempotency: formIdempotency(visit, deskChangeItemState, input, { keptForSeconds: MONEY_KEY_SECONDS }),
    };
    const { body } = await change.operate(request, visit);
    return (body as { code?: string }).code;
  });
});
