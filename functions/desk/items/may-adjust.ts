import type { DeskVisit } from '../visit.ts';

/** Whether the user may change what a card is worth, as one who issues cards does; the right to cancel is not enough. */
export const mayAdjust = ({ rights }: Pick<DeskVisit, 'rights'>): boolean =>
  rights.has('cancel') && rights.has('issue');
