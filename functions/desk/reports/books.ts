import { deskEndpoint } from '../endpoint.ts';
import { booksPage } from './pages/books.ts';
import { openedMonth } from './shown-month.ts';
import { deskBooks } from './routes.ts';

export const handler = deskEndpoint(deskBooks, async (visit) =>
  booksPage(visit, { month: await openedMonth(visit), isSaved: visit.request.query['outcome'] === 'saved' }),
);
