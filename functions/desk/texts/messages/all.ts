import { catalog } from './catalog.ts';
import { connections } from './connections.ts';
import { issuing } from './issuing.ts';
import { itemChanges } from './item-changes.ts';
import { items } from './items.ts';
import { management } from './management.ts';
import { missing } from './missing.ts';
import { pages } from './pages.ts';
import { pictures } from './pictures.ts';
import { refunds } from './refunds.ts';
import { requests } from './requests.ts';
import { sending } from './sending.ts';
import { templates } from './templates.ts';
import { validation } from './validation.ts';

/** The translation of each message that the desk shows. No two message catalogs have the same id. */
export const MESSAGES = {
  ...catalog,
  ...connections,
  ...issuing,
  ...itemChanges,
  ...items,
  ...management,
  ...missing,
  ...pages,
  ...pictures,
  ...refunds,
  ...requests,
  ...sending,
  ...templates,
  ...validation,
};
