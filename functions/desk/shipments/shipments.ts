import { deskEndpoint } from '../endpoint.ts';
import { shipmentsPageOf, type DoneShipments } from './pages/shipments.ts';
import { deskShipments } from './routes.ts';
import { shownList } from './selected.ts';

export const handler = deskEndpoint(deskShipments, (visit) => {
  const done = doneIn(visit.request.query['outcome']);
  return shipmentsPageOf(visit, { ...shownList(visit), ...(done ? { done } : {}) });
});

const OUTCOME = /^(packed|posted|returned)-(\d+)$/;

/** The result of the form that led to this page, such as `posted-2`. */
const doneIn = (outcome = ''): DoneShipments | undefined => {
  const [, status, count] = OUTCOME.exec(outcome) ?? [];
  return status === undefined ? undefined : { status: status as DoneShipments['status'], count: Number(count) };
};
