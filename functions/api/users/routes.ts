import type { Route } from '../../pipeline/route.ts';
import { createUserBody, listUsersQuery, updateUserBody } from './schema.ts';

const TAG = 'Users';

export const listUsersRoute = {
  name: 'list-users',
  method: 'GET',
  path: '/v2/users',
  entry: 'functions/api/users/list-users.ts',
  access: 'api-key',
  scope: 'users:read',
  query: listUsersQuery,
  replies: { 200: 'UserList' },
  errors: ['validation_failed'],
  summary: 'List the users of the company',
  description: 'Sorted by name, including invited users.',
  tag: TAG,
  uses: ['keys', 'table:read', 'index:ix1'],
} as const satisfies Route;

export const createUserRoute = {
  name: 'create-user',
  method: 'POST',
  path: '/v2/users',
  entry: 'functions/api/users/create-user.ts',
  access: 'api-key',
  scope: 'users:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return createUserBody();
  },
  tagged: true,
  replies: { 201: 'User' },
  createdAt: '/v2/users/{username}',
  errors: ['validation_failed', 'username_taken', 'role_too_high', 'invalid_username', 'user_changed'],
  summary: 'Invite a user',
  description:
    'The user receives a link by email, which can be used once within 7 days to set a password. A key assigns ' +
    'roles up to `super_admin`. Names are unique across companies.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readUserRoute = {
  name: 'read-user',
  method: 'GET',
  path: '/v2/users/{username}',
  entry: 'functions/api/users/read-user.ts',
  access: 'api-key',
  scope: 'users:read',
  tagged: 'for-changes',
  replies: { 200: 'User' },
  errors: ['not_found'],
  summary: 'Read a user',
  description: '`status` is `invited` until the user has set a password.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateUserRoute = {
  name: 'update-user',
  method: 'PATCH',
  path: '/v2/users/{username}',
  entry: 'functions/api/users/update-user.ts',
  access: 'api-key',
  scope: 'users:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return updateUserBody();
  },
  replies: { 200: 'User' },
  errors: ['not_found', 'user_above', 'role_too_high', 'invalid_email', 'last_admin', 'user_changed'],
  summary: 'Change a user',
  description:
    'A JSON merge patch. A change of role ends the sessions of the user. The role of the last `super_admin` who ' +
    'has accepted the invitation cannot change. A new address of an invited user gets a new invitation.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const removeUserRoute = {
  name: 'remove-user',
  method: 'DELETE',
  path: '/v2/users/{username}',
  entry: 'functions/api/users/remove-user.ts',
  access: 'api-key',
  scope: 'users:write',
  writes: true,
  ifMatch: 'optional',
  replies: { 204: null },
  errors: ['not_found', 'user_above', 'last_admin', 'user_changed'],
  summary: 'Remove a user',
  description:
    'The sessions and tokens of the user end. No other company can use the name. The last `super_admin` who has ' +
    'accepted the invitation cannot be removed.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const userRoutes = [listUsersRoute, createUserRoute, readUserRoute, updateUserRoute, removeUserRoute];
