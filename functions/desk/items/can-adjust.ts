import type { DeskVisit } from '../visit.ts';

/** Whether the user may adjust a card: users who issue cards may; the right to cancel is not enough. */
export const canAdjust = ({ rights }: Pick<DeskVisit, 'rights'>): boolean =>
  rights.has('cancel') && rights.has('issue');
