import { deskEndpoint } from '../endpoint.ts';
import { categoriesPage } from './pages/categories.ts';
import { deskCategories } from './routes.ts';

export const handler = deskEndpoint(deskCategories, (visit) => categoriesPage(visit));
