import { advanceShipment, type ShipmentStep } from '../../domain/fulfillment/shipments/advance.ts';
import { postedBody } from '../../domain/fulfillment/shipments/schema.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { SHIPMENT_TEXTS } from '../texts/shipments.ts';
import type { DeskVisit } from '../visit.ts';
import { shipmentsPageOf } from './pages/shipments.ts';
import { deskAdvanceShipments as route } from './routes.ts';
import { selectedIn, shownList } from './selected.ts';

/**
 * Changes each shipment separately, and only once if the form arrives several times. The page reports how many were
 * refused and why.
 */
export const handler = deskEndpoint(route, async (visit) => {
  const list = shownList(visit);
  try {
    const ids = selectedIn(visit.form);
    const step = stepIn(visit, ids.length);
    const refusals = await refusalsOf(visit, ids, step);
    const done = { status: step.status, count: ids.length - refusals.length };
    const [first] = refusals;
    if (first) return await shipmentsPageOf(visit, { ...list, done, refused: { first, count: refusals.length } });
    return seeOther(`/desk/shipments?status=${list.status}&outcome=${done.status}-${done.count}`);
  } catch (error) {
    return shipmentsPageOf(visit, { ...list, refusal: refusalFrom(error) });
  }
});

/** Throws 422 for an invalid selection or field. */
const stepIn = ({ form, language }: DeskVisit, count: number): ShipmentStep => {
  const t = SHIPMENT_TEXTS[language];
  if (count === 0) throw invalid('shipments', t.none);
  const text = (name: string): string | undefined => form.get(name) || undefined;
  switch (form.get('step')) {
    case 'packed':
      return { status: 'packed' };
    case 'returned':
      return { status: 'returned', reason: text('reason')?.slice(0, 200).toWellFormed() ?? null };
    default: {
      const tracking = { tracking_number: text('tracking_number'), tracking_url: text('tracking_url') };
      if (count > 1 && Object.values(tracking).some((value) => value !== undefined)) {
        throw invalid('tracking_number', t.oneOnly);
      }
      return { status: 'posted', input: validate(postedBody(), { carrier: text('carrier'), ...tracking }) };
    }
  }
};

const refusalsOf = async (visit: DeskVisit, ids: readonly string[], step: ShipmentStep): Promise<ApiError[]> => {
  const company = visit.company.slug;
  const refusals: ApiError[] = [];
  for (const id of ids) {
    const idempotency = formIdempotency(visit, route, { id, step }, { part: `#${id}` });
    try {
      await advanceShipment({ company, id, step, idempotency });
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
      refusals.push(error);
    }
  }
  return refusals;
};
