import type { DeskRight } from '../platform/desk-rights.ts';
import type { Route } from '../pipeline/route.ts';
import { deskAccountRoutes } from './account/routes.ts';
import { deskAdministrationRoutes } from './administration/routes.ts';
import { deskBrandRoutes } from './brand/routes.ts';
import { deskCompanyRoutes } from './company/routes.ts';
import { deskCampaignRoutes } from './campaigns/routes.ts';
import { deskCounterRoutes } from './counter/routes.ts';
import { deskItemsRoutes } from './items/routes.ts';
import { deskHomeRoutes } from './home/routes.ts';
import { deskIssueRoutes } from './issue/routes.ts';
import { deskKeysRoutes } from './keys/routes.ts';
import { deskOrderPageRoutes } from './order-page/routes.ts';
import { deskOrdersRoutes } from './orders/routes.ts';
import { deskPayoutsRoutes } from './payouts/routes.ts';
import { deskProductsRoutes } from './products/routes.ts';
import { deskReportsRoutes } from './reports/routes.ts';
import { deskShipmentsRoutes } from './shipments/routes.ts';
import { deskSignInRoutes } from './sign-in/routes.ts';
import { deskWebhooksRoutes } from './webhooks/routes.ts';

type DeskRoute = Route & { access: 'public'; desk: DeskRight };

/** Every desk page and form. Handlers import only their own declaration, so that no bundle contains all of them. */
export const deskRoutes = [
  ...deskSignInRoutes,
  ...deskHomeRoutes,
  ...deskCounterRoutes,
  ...deskItemsRoutes,
  ...deskOrdersRoutes,
  ...deskShipmentsRoutes,
  ...deskIssueRoutes,
  ...deskProductsRoutes,
  ...deskReportsRoutes,
  ...deskPayoutsRoutes,
  ...deskCampaignRoutes,
  ...deskKeysRoutes,
  ...deskBrandRoutes,
  ...deskOrderPageRoutes,
  ...deskWebhooksRoutes,
  ...deskCompanyRoutes,
  ...deskAdministrationRoutes,
  ...deskAccountRoutes,
] satisfies readonly DeskRoute[];
