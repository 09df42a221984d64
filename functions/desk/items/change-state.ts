import { blockItem, extendItem, unblockItem, type StateRequest } from '../../domain/value/items/item-state.ts';
import { extendBody, reasonBody } from '../../domain/value/items/schema.ts';
import { invalid } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import { validate } from '../../pipeline/parse.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, formKey } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { onItemPage } from './change-item.ts';
import type { ItemChanged } from './pages/item.ts';
import { deskChangeItemState } from './routes.ts';

type StateChange = (request: StateRequest, visit: DeskVisit) => Promise<Reply>;

const reasonOf = (visit: DeskVisit): { reason?: string } => {
  const reason = visit.form.get('reason');
  return reason === '' ? {} : { reason };
};

const CHANGES = new Map<string, { told: ItemChanged; operate: StateChange }>([
  ['block', { told: 'blocked', operate: blockItem }],
  ['unblock', { told: 'unblocked', operate: unblockItem }],
  [
    'extend',
    {
      told: 'extended',
      operate: (request, visit) => {
        const { validity } = validate(extendBody(), { validity: visit.form.get('validity'), ...reasonOf(visit) });
        return extendItem({ ...request, validity });
      },
    },
  ],
]);

/** Blocks or unblocks an item, or gives it a later validity. */
export const handler = deskEndpoint(deskChangeItemState, (visit) => {
  const change = CHANGES.get(visit.form.get('change'));
  if (!change) throw invalid('change', 'This must be one of: block, unblock, extend.');
  return onItemPage(visit, change.told, (code) => {
    const { reason = null } = validate(reasonBody(), reasonOf(visit));
    const input = { code, change: change.told, reason, validity: visit.form.get('validity') };
    const request: StateRequest = {
      operator: visit.operator,
      code,
      reason,
      requestId: formKey(visit),
      idempotency: formIdempotency(visit, deskChangeItemState, input, MONEY_KEY_SECONDS),
    };
    return change.operate(request, visit);
  });
});
