import type { Route } from '../pipeline/route.ts';
import type { Handler } from './invoke.ts';

export const TOOLSETS = [
  'commerce',
  'items',
  'redemptions',
  'orderpage',
  'brand',
  'pdftemplates',
  'reports',
  'webhooks',
  'account',
  'catalog',
] as const;
export type Toolset = (typeof TOOLSETS)[number];

/**
 * A tool: its name, its route, and the function that loads the route's handler. Everything else is derived from the
 * route.
 */
export interface ToolRow {
  name: `${Toolset | 'campaigns' | 'discountcodes'}_${string}`;
  /** Default: derived from its name. */
  toolset?: Toolset;
  route: Route;
  handler: () => Promise<{ handler: Handler }>;
  /** A write without confirmation: it can be undone, or is harmless. */
  unconfirmed?: true;
  /**
   * The tool has an effect outside the service (an email, a call to another server) that the route's bindings do not
   * show.
   */
  reachesOut?: true;
  /** The tool creates a record and also removes something: value of an item, or the item that it replaces. */
  takesAway?: true;
  /** Has no `company` argument. */
  ownCompanyOnly?: true;
  /** Default query parameters. */
  defaults?: Readonly<Record<string, string>>;
}
