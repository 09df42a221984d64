import { nowMs } from '../../../platform/clock.ts';
import { changeOrder } from '../../checkout/orders/change-order.ts';

/** Requests that the document of a line is rendered again, because one of its items was replaced. */
export const outdateDocuments = async (of: { company: string; orderId: string; lineId: string }): Promise<void> => {
  const { company, orderId: id, lineId } = of;
  const by = { system: 'item-replacement' };
  await changeOrder({ company, id }, { kind: 'documents_outdated', by, lines: [lineId], atMs: nowMs() });
};
