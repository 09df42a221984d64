// Node 20 or later. body: the raw bytes; headers: names in lower case; secret: whsec_...
import { createHmac, timingSafeEqual } from 'node:crypto';

export function verify(body, headers, secret, now = Date.now() / 1000) {
  const id = headers['service-webhook-id'] ?? '';
  const timestamp = headers['service-webhook-timestamp'] ?? '';
  const sent = headers['service-webhook-signature'] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > 300) return false;
  const mac = createHmac('sha256', secret).update(`${timestamp}.${id}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${mac}`);
  return sent.split(',').some((each) => {
    const candidate = Buffer.from(each.trim());
    return candidate.length === expected.length && timingSafeEqual(candidate, expected);
  });
}
