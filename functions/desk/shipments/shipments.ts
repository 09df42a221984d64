import { SHIPMENT_STATUSES } from '../../domain/fulfillment/shipments/rows.ts';
import { deskEndpoint } from '../endpoint.ts';
import { shipmentsPageOf } from './pages/shipments.ts';
import { deskShipments } from './routes.ts';

export const handler = deskEndpoint(deskShipments, (visit) => {
  const { status, outcome, after } = visit.request.query;
  return shipmentsPageOf(visit, {
    status: SHIPMENT_STATUSES.find((each) => each === status) ?? 'waiting',
    ...(after === undefined ? {} : { after }),
    ...(outcome === undefined ? {} : { done: Number(outcome) }),
  });
});
