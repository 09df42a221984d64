import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';

export const SERVICE = 'gift-commerce';
export const ENVIRONMENTS = ['development', 'demo', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What differs between environments, and what the person who deploys may choose with `-c name=value`. */
export interface Settings {
  environment: Environment;
  /** Start of every physical name: `gift-commerce-demo`. */
  prefix: string;
  /** State survives the deletion of its stack and cannot be deleted by accident. */
  keepsState: boolean;
  removalPolicy: RemovalPolicy;
  logRetention: RetentionDays;
  /** Domain verified with SES, from which mail is sent. */
  mailDomain: string;
  /** Gateway of new payments where there is a choice. */
  paymentGateway?: 'test' | 'stripe';
  /** Address of the courier's API where it is not the real one. */
  courierBaseUrl?: string;
  /** Where alarms are mailed. */
  alarmEmail?: string;
  /** Own domain of the API; needs the certificate as well. */
  domainName?: string;
  certificateArn?: string;
  /** Wallets whose certificates are in the wallet secret: buttons for them are shown. */
  wallets: readonly string[];
  /** How many proxies of ours (a CDN) stand in front of the API: limits by address look behind them. */
  trustedProxies: number;
}

/** As functions know them (functions/platform/wallets.ts). */
const WALLETS = ['apple', 'google'];

const LOG_RETENTION: Record<Environment, RetentionDays> = {
  development: RetentionDays.ONE_WEEK,
  demo: RetentionDays.ONE_MONTH,
  production: RetentionDays.ONE_YEAR,
};

/** Reads the settings from the context; an unknown environment or half a domain ends the deployment with a reason. */
export const settingsOf = (node: Node): Settings => {
  const text = (name: string): string | undefined => {
    const value: unknown = node.tryGetContext(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const wanted = text('env') ?? 'development';
  const environment = ENVIRONMENTS.find((name) => name === wanted);
  if (!environment) throw new Error(`There is no environment ${wanted}; choose one of ${ENVIRONMENTS.join(', ')}`);
  const keepsState = environment !== 'development';
  const domainName = text('domainName');
  const certificateArn = text('certificateArn');
  if ((domainName === undefined) !== (certificateArn === undefined)) {
    throw new Error('domainName and certificateArn belong together: give both or neither');
  }
  const paymentGateway = text('paymentGateway');
  if (paymentGateway !== undefined && paymentGateway !== 'test' && paymentGateway !== 'stripe') {
    throw new Error(`There is no payment gateway ${paymentGateway}; choose test or stripe`);
  }
  const wallets = (text('wallets') ?? '').split(',').flatMap((name) => name.trim() || []);
  const stranger = wallets.find((name) => !WALLETS.includes(name));
  if (stranger !== undefined) throw new Error(`There is no wallet ${stranger}; choose of ${WALLETS.join(', ')}`);
  const trustedProxies = Number(text('trustedProxies') ?? '0');
  if (!Number.isInteger(trustedProxies) || trustedProxies < 0) {
    throw new Error('trustedProxies is the number of proxies in front of the API');
  }
  return {
    environment,
    prefix: `${SERVICE}-${environment}`,
    keepsState,
    removalPolicy: keepsState ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    logRetention: LOG_RETENTION[environment],
    mailDomain: text('mailDomain') ?? 'example.com',
    paymentGateway,
    courierBaseUrl: text('courierBaseUrl'),
    alarmEmail: text('alarmEmail'),
    domainName,
    certificateArn,
    wallets,
    trustedProxies,
  };
};
