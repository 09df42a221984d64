import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG, HASHING_MB } from '../route-kinds.ts';

export const deskKeys = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-keys',
  path: '/desk/keys',
  entry: 'functions/desk/keys/keys.ts',
  desk: 'keys',
  summary: 'The API keys of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateKey = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-create-key',
  path: '/desk/keys',
  entry: 'functions/desk/keys/create-key.ts',
  desk: 'keys',
  summary: 'Issue an API key, which is shown once',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRevokeKey = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-revoke-key',
  path: '/desk/keys/revoke',
  entry: 'functions/desk/keys/revoke-key.ts',
  desk: 'keys',
  summary: 'Revoke an API key',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskKeysRoutes = [deskKeys, deskCreateKey, deskRevokeKey];
