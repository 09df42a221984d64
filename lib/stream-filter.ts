import type { StreamDefinition } from './definition-shapes.ts';

type FilterFields = Pick<StreamDefinition, 'rowTypes' | 'withoutUnpaidOrders'>;

const ORDER = 'order';
const UNPAID = 'pending_payment';

/** Patterns of the event source: the consumer receives a change if the row before or after it matches one. */
export const imagePatterns = ({ rowTypes, withoutUnpaidOrders }: FilterFields): object[] =>
  withoutUnpaidOrders
    ? [
        { type: { S: rowTypes.filter((type) => type !== ORDER) } },
        { type: { S: [ORDER] }, status: { S: [{ 'anything-but': [UNPAID] }] } },
      ]
    : [{ type: { S: rowTypes } }];

/** Applies the same filter to a change in the local stack, whose rows are given by type and status. */
export const isReceived = (
  { rowTypes, withoutUnpaidOrders }: FilterFields,
  images: readonly { type: unknown; status: unknown }[],
): boolean =>
  images.some(
    ({ type, status }) =>
      rowTypes.includes(String(type)) && !(withoutUnpaidOrders && type === ORDER && status === UNPAID),
  );
