import { deskEndpoint } from '../endpoint.ts';
import { shipmentsPageOf } from './pages/shipments.ts';
import { deskShipments } from './routes.ts';
import { shownList } from './selected.ts';

export const handler = deskEndpoint(deskShipments, (visit) => {
  const { outcome } = visit.request.query;
  return shipmentsPageOf(visit, {
    ...shownList(visit),
    ...(outcome === undefined ? {} : { done: Number(outcome) }),
  });
});
