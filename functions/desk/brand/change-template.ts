import { activateTemplate, revertTemplate } from '../../domain/fulfillment/templates/activate.ts';
import { deleteTemplate } from '../../domain/fulfillment/templates/delete.ts';
import { loadTemplate } from '../../domain/fulfillment/templates/load.ts';
import { nameOperation } from '../../platform/cause.ts';
import { invalid } from '../../platform/errors.ts';
import { once } from '../../storage/idempotency.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { brandPage } from './pages/brand.ts';
import { deskChangeTemplate as route } from './routes.ts';

/** Each button with its operation in the audit log and the outcome that the page shows. */
const STEPS = {
  activate: { operation: 'activate-pdf-template', outcome: 'activated' },
  revert: { operation: 'revert-pdf-template', outcome: 'reverted' },
  delete: { operation: 'delete-pdf-template', outcome: 'deleted' },
} as const;

type Step = keyof typeof STEPS;

/** Throws 422 for an unknown button. */
const stepOf = (form: FormValues): Step => {
  const step = form.get('step');
  if (!Object.hasOwn(STEPS, step)) throw invalid('step', 'This must be activate, revert or delete.');
  return step as Step;
};

/**
 * Reverts to the previous template only while this template is active. Otherwise, a repeated revert could undo the
 * activation of another template.
 */
export const handler = deskEndpoint(route, async (visit) => {
  const company = visit.company.slug;
  const id = visit.request.params['template_id'] ?? '';
  try {
    const step = stepOf(visit.form);
    nameOperation(STEPS[step].operation);
    const idempotency = formIdempotency(visit, route, { id, step });
    await once(idempotency, async () => {
      if (step === 'activate') return activateTemplate(company, id, idempotency);
      if (step === 'delete') return deleteTemplate(company, id, idempotency);
      const { row } = await loadTemplate(company, id);
      return revertTemplate(company, row.productType, idempotency, id);
    });
    return seeOther(`/desk/brand?outcome=${STEPS[step].outcome}`);
  } catch (error) {
    return brandPage(visit, { refusal: refusalFrom(error) });
  }
});
