import { createHmac } from 'node:crypto';

/** Placeholder for a signature that only the sender can compute. */
const UNSIGNED = 'unsigned-sample';

interface ApiEvent {
  rawPath?: string;
  headers?: Record<string, string>;
  body?: string;
  requestContext?: { http?: { method?: string } };
}

/** Secrets of the stack with which samples are signed. */
interface Signers {
  rootKey: string;
  stripeSecret: string;
  /** Current time by the stack's clock. */
  nowMs: number;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Placeholder in samples for the unsubscribe link of a reminder. */
export const UNSUBSCRIBE_TOKEN = 'sample-unsubscribe-token';

/** The unsubscribe link of the demo shop for a sample email address. */
export const unsubscribeToken = (rootKey: string): string => {
  const payload = Buffer.from(['nordlys', 'nobody', 'en'].join('\n')).toString('base64url');
  const tag = hmac(hmac(rootKey, 'purpose:unsubscribe-link'), payload).subarray(0, 18).toString('base64url');
  return `${payload}.${tag}`;
};

/** Signs a sample as its sender does: the service, the test gateway, or Stripe. Leaves other samples unchanged. */
export const signSample = <T>(sample: T, { rootKey, stripeSecret, nowMs }: Signers): T => {
  const { rawPath = '', headers = {}, body = '', requestContext } = sample as ApiEvent;
  const seconds = Math.floor(nowMs / 1000);
  if (headers['gateway-signature'] === UNSIGNED) {
    const purpose = rawPath.endsWith('/notifications') ? 'test-gateway-notice' : 'test-gateway-call';
    const text = `${seconds}.${requestContext?.http?.method ?? ''}.${rawPath}.${body}`;
    const signature = hmac(hmac(rootKey, `purpose:${purpose}`), text).toString('hex');
    return { ...sample, headers: { ...headers, 'gateway-signature': `t=${seconds},v1=${signature}` } };
  }
  if (headers['stripe-signature'] === UNSIGNED) {
    const signature = hmac(stripeSecret, `${seconds}.${body}`).toString('hex');
    return { ...sample, headers: { ...headers, 'stripe-signature': `t=${seconds},v1=${signature}` } };
  }
  return sample;
};
