import { deskEndpoint } from '../endpoint.ts';
import { cancelEventPage } from './pages/cancel-event.ts';
import { deskCancelEventForm } from './routes.ts';

export const handler = deskEndpoint(deskCancelEventForm, (visit) => cancelEventPage(visit));
