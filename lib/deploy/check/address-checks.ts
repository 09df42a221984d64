import { resolve4, resolve6, resolveCname } from 'node:dns/promises';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Settings } from '../../stacks/settings.ts';
import { fault, note, ok, type Finding } from './finding.ts';
import { callJson, type AwsIdentity } from './signed-call.ts';

const RUNBOOK = 'lib/runbooks/first-deployment.md';
const DAY_SECONDS = 24 * 3600;
const RENEWAL_FAILED_DAYS = 30;

/** Whether SES sends email for this account, and is out of the sandbox, so that any address receives it. */
export const checkMail = async ({ ownsMailDomain, warnsEarly }: Settings): Promise<Finding> => {
  if (!ownsMailDomain)
    return note('no mailDomain: no email is sent', 'Set mailDomain in the settings of the environment.');
  const client = new SESv2Client({});
  try {
    const account = await client.send(new GetAccountCommand({}));
    if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN') {
      return fault(
        `SES has stopped sending (${account.EnforcementStatus})`,
        'Respond to the AWS Support case about the reputation.',
      );
    }
    const quota = `${account.SendQuota?.Max24HourSend} a day, ${account.SendQuota?.MaxSendRate} a second`;
    if (account.ProductionAccessEnabled) return ok(quota);
    const remedy = `aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url URL (${RUNBOOK}, "Mail")`;
    const text = `in the sandbox: only verified addresses receive email (${quota})`;
    return warnsEarly ? fault(text, remedy) : note(text, remedy);
  } finally {
    client.destroy();
  }
};

export const checkMailDomain = async ({ mailDomain, ownsMailDomain }: Settings): Promise<Finding> => {
  if (!ownsMailDomain) return ok('none');
  const records = `Set the records that the deployment prints (${RUNBOOK}, "Records").`;
  const client = new SESv2Client({});
  try {
    const identity = await client.send(new GetEmailIdentityCommand({ EmailIdentity: mailDomain }));
    if (!identity.VerifiedForSendingStatus) return fault(`${mailDomain} is not verified`, records);
    const returnPath = identity.MailFromAttributes?.MailFromDomainStatus;
    if (returnPath === 'SUCCESS') return ok(`${mailDomain} is verified`);
    return note(`the return path of ${mailDomain} is ${returnPath ?? 'not set'}`, records);
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    return note(`${mailDomain} is not known to SES yet`, 'The first deployment adds it and prints its records.');
  } finally {
    client.destroy();
  }
};

interface Certificate {
  Status: string;
  NotAfter?: number;
  DomainName: string;
  SubjectAlternativeNames?: string[];
}

const isForDomain = ({ DomainName, SubjectAlternativeNames = [] }: Certificate, domain: string): boolean =>
  [DomainName, ...SubjectAlternativeNames].some(
    (name) => name === domain || (name.startsWith('*.') && domain.slice(domain.indexOf('.')) === name.slice(1)),
  );

export const checkCertificate = async (
  caller: AwsIdentity,
  { domainName, certificateArn }: Settings,
): Promise<Finding> => {
  if (domainName === undefined || certificateArn === undefined) return ok('none: the API uses the URL of CloudFront');
  const region = certificateArn.split(':')[3];
  const request = `aws acm request-certificate --domain-name ${domainName} --validation-method DNS`;
  if (region !== caller.region) return fault(`it is in ${region}, the environment in ${caller.region}`, request);
  const { Certificate } = await callJson<{ Certificate: Certificate }>(
    caller,
    'acm',
    'CertificateManager.DescribeCertificate',
    { CertificateArn: certificateArn },
  );
  if (!isForDomain(Certificate, domainName))
    return fault(`it is for ${Certificate.DomainName}, not ${domainName}`, request);
  if (Certificate.Status !== 'ISSUED') {
    return fault(
      `it is ${Certificate.Status}`,
      `Set the record that \`aws acm describe-certificate --certificate-arn ${certificateArn}\` prints.`,
    );
  }
  const days = ((Certificate.NotAfter ?? Infinity) - Date.now() / 1000) / DAY_SECONDS;
  if (days < RENEWAL_FAILED_DAYS)
    return fault(`it expires in ${Math.floor(days)} days`, 'Set its validation record again.');
  return ok(`issued for ${domainName}`);
};

/** Public DNS records of a domain; empty if there are none or if every lookup fails. */
export const lookUpDomain = async (domain: string): Promise<string[]> => {
  const results = await Promise.allSettled([resolveCname(domain), resolve4(domain), resolve6(domain)]);
  return results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
};

export const checkDomain = async (
  { domainName }: Settings,
  lookUp: (domain: string) => Promise<string[]>,
): Promise<Finding> => {
  if (domainName === undefined) return ok('none');
  const records = await lookUp(domainName);
  if (records.length > 0) return ok(`${domainName} resolves to ${records[0]}`);
  return note(
    `${domainName} has no record`,
    `After the deployment, set a CNAME to its output DomainTarget (${RUNBOOK}).`,
  );
};
