import { html } from 'hono/html';
import type { Reply } from '../../../pipeline/request.ts';
import { webhookPath } from '../../codes.ts';
import { deskPage } from '../../layout.ts';
import { shownSecret } from '../../pages/secret.ts';
import type { DeskVisit } from '../../visit.ts';

/** Result of registering an endpoint or rotating its secret. A repeated form gets the result without the secret. */
export interface SecretResult {
  id: string;
  secret_version: number;
  secret?: string;
}

export const secretPage = (visit: DeskVisit, { id, secret }: SecretResult): Promise<Reply> => {
  const { webhooks: t } = visit.t;
  return deskPage(visit, {
    title: t.newSecret,
    place: 'webhooks',
    content: html`<h1>${t.newSecret}</h1>
      ${
        secret === undefined
          ? html`<p class="bad" role="alert">${t.shownBefore}</p>`
          : html`<p class="done" role="status">${t.newSecretText}</p>
              ${shownSecret(visit, secret, 'data-secret')}`
      }
      <p class="links"><a class="button" href="${webhookPath(id)}">${t.toEndpoint}</a></p>`,
  });
};
