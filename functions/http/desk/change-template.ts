import { activateTemplate, revertTemplate } from '../../domain/templates/activate.ts';
import { deleteTemplate } from '../../domain/templates/delete.ts';
import { loadTemplate } from '../../domain/templates/load.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../shop/reply.ts';
import { deskChangeTemplate as route } from './brand-routes.ts';
import { formTicket, toldRefusal } from './form-ticket.ts';
import { brandPage } from './pages/brand.ts';
import { deskEndpoint } from './visit.ts';

const STEPS = ['activate', 'revert', 'delete'] as const;
const TOLD = { activate: 'activated', revert: 'reverted', delete: 'deleted' } as const;

/** One step back goes from the template that is in use, for what that one is for. */
export const handler = deskEndpoint(route, async (visit) => {
  const company = visit.company.slug;
  const id = visit.request.params['template_id'] ?? '';
  const step = STEPS.find((each) => each === visit.form.get('step')) ?? 'activate';
  try {
    const idempotency = formTicket(visit, route, { id, step });
    await once(idempotency, async () => {
      if (step === 'activate') return activateTemplate(company, id, idempotency);
      if (step === 'delete') return deleteTemplate(company, id, idempotency);
      const { row } = await loadTemplate(company, id);
      return revertTemplate(company, row.productType, idempotency);
    });
    return seeOther(`/desk/brand?told=${TOLD[step]}`);
  } catch (error) {
    return brandPage(visit, { refusal: toldRefusal(error) });
  }
});
