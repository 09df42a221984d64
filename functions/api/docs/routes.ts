import type { Route } from '../../pipeline/route.ts';

export const openapi = {
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  entry: 'functions/api/docs/openapi.ts',
  access: 'public',
  tagged: 'by-content',
  replies: { 200: 'OpenApiDocument' },
  summary: 'Read the OpenAPI 3.1 description of the API',
  tag: 'Documentation',
  uses: [],
} as const satisfies Route;

export const legacyOpenapi = {
  name: 'openapi-v1',
  method: 'GET',
  path: '/openapi-v1.json',
  entry: 'functions/api/docs/openapi-v1.ts',
  access: 'public',
  tagged: 'by-content',
  replies: { 200: 'OpenApiDocument' },
  summary: 'Read the OpenAPI 3.1 description of the legacy API',
  tag: 'Documentation',
  uses: [],
} as const satisfies Route;

export const docs = {
  name: 'docs',
  method: 'GET',
  path: '/docs',
  entry: 'functions/api/docs/docs.ts',
  access: 'public',
  tagged: 'by-content',
  replies: { 200: 'text/html' },
  summary: 'Show the reference in a browser',
  tag: 'Documentation',
  uses: [],
} as const satisfies Route;

export const guide = {
  name: 'guide',
  method: 'GET',
  path: '/docs/guide',
  entry: 'functions/api/docs/guide.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'Read the guide: first sale, retries, webhooks, errors, test cards, scopes',
  tag: 'Documentation',
  uses: [],
} as const satisfies Route;

export const home = {
  name: 'home',
  method: 'GET',
  path: '/',
  entry: 'functions/api/docs/home.ts',
  access: 'public',
  replies: { 302: null },
  summary: 'Redirect browsers to the reference and other clients to the OpenAPI document',
  tag: 'Documentation',
  uses: [],
} as const satisfies Route;

export const docsAsset = {
  name: 'docs-asset',
  method: 'GET',
  path: '/docs/{asset}',
  entry: 'functions/api/docs/docs-asset.ts',
  access: 'public',
  tagged: 'by-content',
  replies: { 200: 'text/javascript' },
  errors: ['not_found'],
  summary: 'Read a file that the reference page needs',
  tag: 'Documentation',
  uses: [],
} as const satisfies Route;

export const docsRoutes = [openapi, legacyOpenapi, docs, guide, home, docsAsset];
