import { codeFrom } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { counterPage } from './pages/counter.ts';
import { deskCounter } from './routes.ts';

export const handler = deskEndpoint(deskCounter, (visit) => {
  const { code = '', done } = visit.request.query;
  return counterPage(visit, { code: codeFrom(code), done });
});
