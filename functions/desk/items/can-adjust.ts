import type { DeskVisit } from '../visit.ts';

/**
 * Whether the user may adjust the value of a card. This requires the right to issue cards as well as the right to
 * cancel.
 */
export const canAdjust = ({ rights }: Pick<DeskVisit, 'rights'>): boolean =>
  rights.has('cancel') && rights.has('issue');
