import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskShipments = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-shipments',
  path: '/desk/shipments',
  entry: 'functions/desk/shipments/shipments.ts',
  desk: 'shipments',
  summary: 'Shipments of postal orders',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskAdvanceShipments = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-advance-shipments',
  path: '/desk/shipments',
  entry: 'functions/desk/shipments/advance-shipments.ts',
  desk: 'shipments',
  summary: 'Report that shipments are packed, posted or returned',
  uses: ['keys', 'table:write'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskPrintLabels = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: { 200: 'application/pdf' },
  name: 'desk-print-labels',
  path: '/desk/shipments/labels',
  entry: 'functions/desk/shipments/print-labels.ts',
  desk: 'shipments',
  summary: 'Address labels of selected shipments as a PDF',
  uses: ['keys', 'table:write'],
  memoryMb: 1024,
} as const satisfies Route;

export const deskShipmentsRoutes = [deskShipments, deskAdvanceShipments, deskPrintLabels];
