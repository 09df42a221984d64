import { openGatewaySession } from '../../domain/payments/test-gateway/open-session.ts';
import { openSessionBody } from '../../adapters/payments/test-gateway-protocol.ts';
import { signedJson } from './signed-json.ts';
import { gatewayEndpoint } from '../../pipeline/gateway-endpoint.ts';
import { openTestSession } from './routes.ts';
import { paymentPageLocale } from '../../platform/page-languages.ts';

export const handler = gatewayEndpoint(openTestSession, (request) => {
  const { companyLanguage, ...session } = signedJson(openSessionBody(), request);
  return openGatewaySession({ ...session, locale: paymentPageLocale(session.locale, companyLanguage) });
});
