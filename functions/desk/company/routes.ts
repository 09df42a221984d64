import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskCompanySettings = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-company-settings',
  path: '/desk/company',
  alsoAt: ['/desk/company/{section}'],
  entry: 'functions/desk/company/show-settings.ts',
  desk: 'settings',
  summary: 'The settings of the company, by section',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeSettings = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-settings',
  path: '/desk/company/{section}',
  entry: 'functions/desk/company/change-settings.ts',
  desk: 'settings',
  summary: 'Change a section of the settings of the company',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write', 'function:print-picture'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskSetUp = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-set-up',
  path: '/desk/set-up',
  entry: 'functions/desk/company/set-up.ts',
  desk: 'settings',
  summary: 'The steps that remain before the first sale',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

/** Settings and set-up of the company, for its administrators. */
export const deskCompanyRoutes = [deskCompanySettings, deskChangeSettings, deskSetUp];
