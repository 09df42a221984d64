import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as ses from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { Settings } from '../stacks/settings.ts';
import { mailEvents } from './bindings.ts';

/**
 * The domain that mail comes from, signed (DKIM) and with a return path of its own, and the set of settings that every
 * mail goes out with: nobody is written to again whose address bounced for good or who complained. The records that the
 * domain needs are put out by the stack; until they stand, SES sends nothing from it.
 */
export const mailDomain = (scope: Construct, settings: Settings): ses.ConfigurationSet => {
  const set = new ses.ConfigurationSet(scope, 'MailEvents', {
    configurationSetName: mailEvents(settings),
    suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    reputationMetrics: true,
    tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
  });
  if (settings.ownsMailDomain) identify(scope, settings.mailDomain, set);
  return set;
};

const identify = (scope: Construct, domain: string, configurationSet: ses.ConfigurationSet): void => {
  const returnPath = `bounces.${domain}`;
  const identity = new ses.EmailIdentity(scope, 'MailDomain', {
    identity: ses.Identity.domain(domain),
    configurationSet,
    mailFromDomain: returnPath,
    // A return path whose record is missing must not hold mail up.
    mailFromBehaviorOnMxFailure: ses.MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
  });
  for (const [index, { name, value }] of identity.dkimRecords.entries()) {
    new CfnOutput(scope, `MailDkim${index + 1}`, { value: `${name} CNAME ${value}`, description: 'Record of DKIM' });
  }
  const { region } = Stack.of(scope);
  new CfnOutput(scope, 'MailReturnPath', { value: `${returnPath} MX 10 feedback-smtp.${region}.amazonses.com` });
  new CfnOutput(scope, 'MailSpf', { value: `${returnPath} TXT "v=spf1 include:amazonses.com ~all"` });
  new CfnOutput(scope, 'MailDmarc', { value: `_dmarc.${domain} TXT "v=DMARC1; p=quarantine; adkim=r; aspf=r"` });
};
