import { cancelItem } from '../../domain/value/items/withdrawal/cancel.ts';
import { invalid } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { changeItem } from './change-item.ts';
import { deskCancelItem } from './routes.ts';

/** Cancelling is permanent, so the form requires a confirmation. */
export const handler = deskEndpoint(deskCancelItem, (visit) =>
  changeItem(visit, {
    route: deskCancelItem,
    input: {},
    outcome: 'cancelled',
    operate: (code, recording) => {
      if (visit.form.get('sure') !== 'yes') throw invalid('sure', visit.t.item.notSure);
      return cancelItem(visit.operator, code, recording);
    },
  }),
);
