import { rowUpdate } from '../../../storage/row-update.ts';
import { updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { pointerKey } from './posting-pointer.ts';

/**
 * Records that entries of a day were written days later, as after an outage of the stream or by a recount, so that the
 * next closing posts them. Also marks a day that is not closed yet, because a run may be closing it at this time.
 */
export const markLate = async (company: string, day: string): Promise<void> => {
  const isNew = {
    expression: 'attribute_exists(pk) AND (attribute_not_exists(lateFrom) OR lateFrom > :day)',
    values: { ':day': day },
  };
  await unlessRefused(updateRow(rowUpdate({ key: pointerKey(company), set: { lateFrom: day }, if: isNew })));
};
