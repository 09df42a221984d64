import { brandOfSlug } from '../../domain/brand/read.ts';
import { normalizeCode } from '../../domain/codes/rules.ts';
import { publicEndpoint } from '../endpoint.ts';
import { codePage } from './code-page.ts';
import { showCode } from './read-routes.ts';

const CODE_MAX_LENGTH = 100;

export const handler = publicEndpoint(showCode, async ({ params, headers }) => {
  const slug = params['company_id'];
  const brand = slug === undefined ? undefined : await brandOfSlug(slug);
  const code = normalizeCode((params['code'] ?? '').slice(0, CODE_MAX_LENGTH));
  return codePage(code, brand, headers['accept-language']);
});
