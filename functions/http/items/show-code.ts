import { normalizeCode } from '../../domain/codes/rules.ts';
import { publicEndpoint } from '../endpoint.ts';
import { codePage } from './code-page.ts';
import { showCode } from './read-routes.ts';

const CODE_MAX_LENGTH = 100;

export const handler = publicEndpoint(showCode, ({ params, headers }) =>
  codePage(normalizeCode((params['code'] ?? '').slice(0, CODE_MAX_LENGTH)), headers['accept-language']),
);
