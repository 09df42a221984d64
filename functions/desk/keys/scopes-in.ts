import { SCOPES, type Scope } from '../../platform/scopes.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';

/** The selected scopes. */
export const scopesIn = (form: FormValues): Scope[] => SCOPES.filter((scope) => form.has(`scope.${scope}`));
