import { rowOfType } from '../../../storage/row-of-type.ts';
import type { Write } from '../../../storage/transactions.ts';
import { addToCountsWrite, type DormantCodeRow } from '../../catalog/products/campaigns/rows.ts';
import type { Alongside, IntentPlan } from './write.ts';

type Moves = Pick<DormantCodeRow, 'company' | 'campaignId'> & { by: 1 | -1 };

/** A new code is added to the count of its campaign. A moved code is also subtracted from the previous campaign. */
const movesOf = ({ row, existing }: IntentPlan): Moves[] => {
  if (row.type !== 'campaign-code') return [];
  const [before, after] = [
    rowOfType<DormantCodeRow>('campaign-code', existing),
    rowOfType<DormantCodeRow>('campaign-code', row),
  ];
  if (before?.campaignId === after.campaignId) return [];
  return [{ ...after, by: 1 }, ...(before ? [{ ...before, by: -1 as const }] : [])];
};

/** Keeps the counts of campaigns in step with the codes that an import writes, in the same transactions. */
export const countsAlongside = (planned: readonly IntentPlan[]): Alongside => {
  const moves = new Map<Write, Moves[]>(planned.map((plan) => [plan.write, movesOf(plan)]));
  return (group) => {
    const all = group.flatMap((write) => moves.get(write) ?? []);
    const campaigns = Map.groupBy(all, ({ company, campaignId }) => `${company}/${campaignId}`);
    return [...campaigns.values()].flatMap((ofCampaign): Write[] => {
      const codes = ofCampaign.reduce((sum, { by }) => sum + by, 0);
      const [first] = ofCampaign;
      return first === undefined || codes === 0 ? [] : [addToCountsWrite(first.company, first.campaignId, { codes })];
    });
  };
};
