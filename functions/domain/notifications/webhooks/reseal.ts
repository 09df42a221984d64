import { rowUpdate } from '../../../storage/row-update.ts';
import { queryAll, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { endpointsOf, type WebhookEndpointRow } from './rows.ts';
import { resealSecret } from './secrets.ts';

/**
 * Seals the signing secrets of a company's endpoints under the current key. Returns the number changed, and the number
 * skipped because of concurrent changes, which the next run seals.
 */
export const resealEndpoints = async (company: string): Promise<{ changed: number; left: number }> => {
  const result = { changed: 0, left: 0 };
  for (const endpoint of await queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true })) {
    const set = sealedMembers(endpoint);
    if (Object.keys(set).length === 0) continue;
    if (await unlessRefused(updateRow(rowUpdate({ key: endpoint, set, if: secretsUnchanged(endpoint) }))))
      result.changed++;
    else result.left++;
  }
  return result;
};

/** Number of a company's endpoints with a secret sealed under a former key. */
export const endpointsToReseal = async (company: string): Promise<number> => {
  const endpoints = await queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true });
  return endpoints.filter((endpoint) => Object.keys(sealedMembers(endpoint)).length > 0).length;
};

const sealedMembers = (endpoint: WebhookEndpointRow): Partial<WebhookEndpointRow> => {
  const { id, secret, previousSecret } = endpoint;
  const current = resealSecret(id, secret);
  const previous = previousSecret && resealSecret(id, previousSecret);
  return {
    ...(current ? { secret: current } : {}),
    ...(previous && previousSecret ? { previousSecret: { ...previousSecret, ...previous } } : {}),
  };
};

/** Condition that the secrets were not rotated or deleted in the meantime, so that no old value is written back. */
const secretsUnchanged = ({ secret, previousSecret }: WebhookEndpointRow) => ({
  expression:
    'secret.sealed = :sealed AND ' +
    (previousSecret ? 'previousSecret.sealed = :previous' : 'attribute_not_exists(previousSecret)'),
  values: { ':sealed': secret.sealed, ...(previousSecret ? { ':previous': previousSecret.sealed } : {}) },
});
