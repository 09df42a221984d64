import { deskEndpoint } from '../endpoint.ts';
import { booksPage } from './pages/books.ts';
import { shownMonth } from './shown-month.ts';
import { deskBooks } from './routes.ts';

export const handler = deskEndpoint(deskBooks, (visit) =>
  booksPage(visit, { month: shownMonth(visit), isSaved: visit.request.query['outcome'] === 'saved' }),
);
