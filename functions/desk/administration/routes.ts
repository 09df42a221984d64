import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG, HASHING_MB } from '../route-kinds.ts';

export const deskAudit = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-audit',
  path: '/desk/audit',
  entry: 'functions/desk/administration/audit.ts',
  desk: 'audit',
  summary: 'The audit log: what was changed, by whom and through which channel',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskUsers = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-users',
  path: '/desk/users',
  entry: 'functions/desk/administration/users.ts',
  desk: 'users',
  summary: 'The users of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateUser = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-create-user',
  path: '/desk/users',
  entry: 'functions/desk/administration/create-user.ts',
  desk: 'users',
  summary: 'Invite a user of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskUser = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-user',
  path: '/desk/users/{username}',
  entry: 'functions/desk/administration/user.ts',
  desk: 'users',
  summary: 'A user with its role and permissions',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeUser = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-change-user',
  path: '/desk/users/{username}',
  entry: 'functions/desk/administration/change-user.ts',
  desk: 'users',
  summary: 'Change the role and permissions of a user',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskSendLink = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-send-link',
  path: '/desk/users/{username}/link',
  entry: 'functions/desk/administration/send-link.ts',
  desk: 'users',
  summary: 'Send a user the invitation again, or a link to reset the password',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskResetSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-reset-second-factor',
  path: '/desk/users/{username}/second-factor',
  entry: 'functions/desk/administration/reset-second-factor.ts',
  desk: 'users',
  summary: 'Remove the second factor of a user who has lost it',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRemoveUser = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-remove-user',
  path: '/desk/users/{username}/remove',
  entry: 'functions/desk/administration/remove-user.ts',
  desk: 'users',
  summary: 'Remove a user, which ends its sessions',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCompanies = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-companies',
  path: '/desk/companies',
  entry: 'functions/desk/administration/companies.ts',
  desk: 'companies',
  summary: 'All companies, for system administrators',
  uses: ['keys', 'table:write', 'index:due'],
} as const satisfies Route;

export const deskCreateCompany = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-company',
  path: '/desk/companies',
  entry: 'functions/desk/administration/create-company.ts',
  desk: 'companies',
  auditedByDomain: true,
  summary: 'Create a company with its first administrator',
  uses: ['keys', 'table:write', 'index:due'],
} as const satisfies Route;

export const deskCompany = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-company',
  path: '/desk/companies/{company_id}',
  entry: 'functions/desk/administration/company.ts',
  desk: 'companies',
  summary: 'The contract of a company',
  uses: ['keys', 'table:write', 'index:due'],
} as const satisfies Route;

export const deskChangeCompany = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-company',
  path: '/desk/companies/{company_id}',
  entry: 'functions/desk/administration/change-company.ts',
  desk: 'companies',
  auditedByDomain: true,
  summary: 'Change the contract of a company',
  uses: ['keys', 'table:write', 'index:due'],
} as const satisfies Route;

export const deskSwitchCompany = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-switch-company',
  path: '/desk/companies/{company_id}/active',
  entry: 'functions/desk/administration/switch-company.ts',
  desk: 'companies',
  auditedByDomain: true,
  summary: 'Activate or deactivate a company',
  uses: ['keys', 'table:write', 'index:due'],
} as const satisfies Route;

/** Administration: users, companies, and the audit log. */
export const deskAdministrationRoutes = [
  deskAudit,
  deskUsers,
  deskCreateUser,
  deskUser,
  deskChangeUser,
  deskSendLink,
  deskResetSecondFactor,
  deskRemoveUser,
  deskCompanies,
  deskCreateCompany,
  deskCompany,
  deskChangeCompany,
  deskSwitchCompany,
];
