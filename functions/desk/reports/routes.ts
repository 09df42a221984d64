import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskReport = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-report',
  path: '/desk/reports/{report}',
  alsoAt: ['/desk/reports'],
  entry: 'functions/desk/reports/report.ts',
  desk: 'reports',
  summary: 'A report as page or as CSV file',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskReportsRoutes = [deskReport];
