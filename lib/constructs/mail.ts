import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as ses from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { Settings } from '../stacks/settings.ts';
import { mailEvents } from './bindings.ts';

/**
 * The domain of outgoing email, with DKIM and its own return path, and the configuration set of every email. The set
 * suppresses addresses that bounced permanently or complained. The stack outputs the required DNS records; until they
 * exist, SES sends nothing from the domain.
 */
export const mailDomain = (scope: Construct, settings: Settings): ses.ConfigurationSet => {
  const set = new ses.ConfigurationSet(scope, 'MailEvents', {
    configurationSetName: mailEvents(settings),
    suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    reputationMetrics: true,
    tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
  });
  if (settings.ownsMailDomain) addIdentity(scope, settings.mailDomain, set);
  return set;
};

const addIdentity = (scope: Construct, domain: string, configurationSet: ses.ConfigurationSet): void => {
  const returnPath = `bounces.${domain}`;
  const identity = new ses.EmailIdentity(scope, 'MailDomain', {
    identity: ses.Identity.domain(domain),
    configurationSet,
    mailFromDomain: returnPath,
    // A missing record of the return path must not block email.
    mailFromBehaviorOnMxFailure: ses.MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
  });
  for (const [index, { name, value }] of identity.dkimRecords.entries()) {
    new CfnOutput(scope, `MailDkim${index + 1}`, { value: `${name} CNAME ${value}`, description: 'DKIM record' });
  }
  const { region } = Stack.of(scope);
  new CfnOutput(scope, 'MailReturnPath', { value: `${returnPath} MX 10 feedback-smtp.${region}.amazonses.com` });
  new CfnOutput(scope, 'MailSpf', { value: `${returnPath} TXT "v=spf1 include:amazonses.com ~all"` });
  new CfnOutput(scope, 'MailDmarc', { value: `_dmarc.${domain} TXT "v=DMARC1; p=quarantine; adkim=r; aspf=r"` });
};
