import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskSignInPage = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-sign-in-page',
  path: '/desk/sign-in',
  entry: 'functions/desk/sign-in/sign-in-page.ts',
  desk: 'open',
  summary: 'The form to sign in at the desk',
  uses: ['table:read'],
} as const satisfies Route;

export const deskSignIn = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-sign-in',
  path: '/desk/sign-in',
  entry: 'functions/desk/sign-in/sign-in.ts',
  desk: 'open',
  summary: 'Sign in at the desk',
  uses: ['keys', 'table:write'],
  memoryMb: 1024,
} as const satisfies Route;

export const deskSignInCode = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-sign-in-code',
  path: '/desk/sign-in/code',
  entry: 'functions/desk/sign-in/sign-in-code.ts',
  desk: 'open',
  summary: 'Sign in at the desk with the second factor, after the password',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskSignOut = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-sign-out',
  path: '/desk/sign-out',
  entry: 'functions/desk/sign-in/sign-out.ts',
  desk: 'enter',
  summary: 'End the session at the desk',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskSettings = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-settings',
  path: '/desk/settings',
  entry: 'functions/desk/sign-in/settings.ts',
  desk: 'enter',
  summary: 'Choose the language of the desk, or the acting company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskAsset = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  name: 'desk-asset',
  path: '/desk/-/{asset}',
  entry: 'functions/desk/asset.ts',
  desk: 'open',
  replies: { 200: 'text/css' },
  errors: ['not_found'],
  summary: 'Style sheet, script and code reader of the desk',
  uses: [],
} as const satisfies Route;

export const deskSetPasswordPage = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-set-password-page',
  path: '/desk/set-password',
  entry: 'functions/desk/sign-in/set-password-page.ts',
  desk: 'open',
  summary: 'The form to set a password with a link from an email',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const deskSetPassword = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-set-password',
  path: '/desk/set-password',
  entry: 'functions/desk/sign-in/set-password.ts',
  desk: 'open',
  summary: 'Set a password once with a link from an email, and sign in',
  uses: ['keys', 'table:write'],
  memoryMb: 1024,
} as const satisfies Route;

export const deskForgottenPasswordPage = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-forgotten-password-page',
  path: '/desk/forgotten-password',
  entry: 'functions/desk/sign-in/forgotten-password-page.ts',
  desk: 'open',
  summary: 'The form for a forgotten password',
  uses: [],
} as const satisfies Route;

export const deskForgottenPassword = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-forgotten-password',
  path: '/desk/forgotten-password',
  entry: 'functions/desk/sign-in/forgotten-password.ts',
  desk: 'open',
  summary: 'Send a link to reset the password',
  uses: ['table:write'],
} as const satisfies Route;

export const deskSignInRoutes = [
  deskSignInPage,
  deskSignIn,
  deskSignInCode,
  deskSetPasswordPage,
  deskSetPassword,
  deskForgottenPasswordPage,
  deskForgottenPassword,
  deskSignOut,
  deskSettings,
  deskAsset,
];
