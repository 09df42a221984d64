import { testGatewayServes } from '../adapters/payments/gateway-names.ts';
import { ApiError } from '../platform/errors.ts';
import { isDeskPage, missingPage } from '../desk/pages/missing-page.ts';
import { methodRefused } from '../pipeline/method-refused.ts';
import { publicEndpoint } from '../pipeline/public-endpoint.ts';
import { routes } from '../routes.ts';
import { legacyLanguage } from '../pipeline/translation/language.ts';
import { legacyRefusal } from '../api/v1/refusal.ts';
import { inLanguage } from '../pipeline/translation/translations.ts';
import { methodsOf } from './match.ts';
import { unknownRoute } from './routes.ts';

export const handler = publicEndpoint(unknownRoute, async (request) => {
  const { method, path } = request;
  const refusal = refusalOf(method, path);
  if (isDeskPage(request)) return missingPage(request, refusal);
  const language = legacyLanguage(path);
  if (!language) throw refusal;
  const { status, headers, message } = refusal;
  return { status, headers, body: legacyRefusal(status, inLanguage(language, message)) };
});

const refusalOf = (method: string, path: string): ApiError => {
  const served = testGatewayServes() ? routes : routes.filter((route) => !route.testGateway);
  const allowed = methodsOf(served, path);
  if (allowed.length === 0) return new ApiError(404, 'not_found', `There is nothing at ${path}.`);
  return methodRefused(method, path, allowed);
};
