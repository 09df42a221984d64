import { issueKey } from '../../domain/company/api-keys/issue.ts';
import { createApiKeyBody } from '../../domain/company/api-keys/schema.ts';
import { ApiError, conflict } from '../../platform/errors.ts';
import { refusedAs } from '../../storage/limits/limit-exceeded.ts';
import { cancel, consume, type Limit } from '../../storage/limits/sliding-window.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { refusedPage } from '../pages/error-pages.ts';
import { guidOf, recordedGuid } from '../guid.ts';
import { assertOwnPasswordTyped } from '../own-password.ts';
import { type DeskVisit } from '../visit.ts';
import { createdKeyPage, keysPage } from './pages/keys.ts';
import { deskCreateKey } from './routes.ts';
import { scopesIn } from './scopes-in.ts';
import { DAY_MS } from '../../platform/durations.ts';

/** A form creates one key. A repeat must not create a second key that no one has seen. */
const formLimit = (visit: DeskVisit): Limit => ({
  key: { pk: `DESKFORM#${recordedGuid(visit.at.user.username, guidOf(visit))}`, sk: 'form' },
  maximum: 1,
  lengthMs: DAY_MS,
});

/** Only this response contains the key. */
export const handler = deskEndpoint(deskCreateKey, async (visit) => {
  const { form, company, at, t } = visit;
  try {
    const days = form.get('expires_in_days');
    const body = validate(createApiKeyBody, {
      label: form.get('label'),
      scopes: scopesIn(form),
      environment: form.get('environment'),
      ...(days === '' ? {} : { expires_in_days: Number(days) }),
    });
    await assertOwnPasswordTyped(visit);
    const use = await refusedAs(consume(formLimit(visit)), () => conflict('form_used', t.keys.usedForm));
    const input = {
      company: company.slug,
      label: body.label,
      mode: body.environment ?? 'live',
      scopes: body.scopes,
      expiresInDays: body.expires_in_days,
      createdBy: at.user.username,
    };
    const issued = await issueKey(input, at.user).catch(async (error: unknown) => {
      await cancel(use);
      throw error;
    });
    return await createdKeyPage(visit, { key: issued.key, label: body.label });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'user_changed') return refusedPage(visit, 'right');
    return keysPage(visit, { refusal: refusalFrom(error) });
  }
});
