import { isTestGatewayAvailable } from '../adapters/payments/gateway-names.ts';
import { publicEndpoint } from '../pipeline/public-endpoint.ts';
import { routes } from '../routes.ts';
import { legacyLanguage } from '../pipeline/translation/language.ts';
import { legacyRefusal } from '../api/v1/refusal.ts';
import { legacyText } from '../pipeline/translation/translations.ts';
import { pathRefusal } from './refusal.ts';
import { shorten } from '../platform/errors.ts';
import { unknownRoute } from './routes.ts';

export const handler = publicEndpoint(unknownRoute, async (request) => {
  const served = isTestGatewayAvailable() ? routes : routes.filter((route) => !route.testGateway);
  const refusal = pathRefusal(served, request);
  const language = legacyLanguage(request.path);
  if (!language) throw refusal;
  const { status, headers, reason } = refusal;
  return { status, headers, body: legacyRefusal(status, shorten(legacyText(language, reason))) };
});
