import type { DeskRight } from '../../platform/desk-rights.ts';
import type { Route } from '../route.ts';
import { deskAdminRoutes } from './admin-routes.ts';
import { deskBrandRoutes } from './brand-routes.ts';
import { deskCounterRoutes } from './counter-routes.ts';
import { deskPageRoutes } from './page-routes.ts';
import { deskSignInRoutes } from './sign-in-routes.ts';
import { deskWebhookRoutes } from './webhook-routes.ts';

type Declared = Route & { access: 'public'; desk: DeskRight };

/** Every page and form of the desk. Handlers import their own from the file that declares it, so that no bundle holds all. */
export const deskRoutes: readonly Declared[] = [
  ...deskSignInRoutes,
  ...deskCounterRoutes,
  ...deskBrandRoutes,
  ...deskPageRoutes,
  ...deskWebhookRoutes,
  ...deskAdminRoutes,
];
