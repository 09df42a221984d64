import { SCOPES, type Scope } from '../../platform/scopes.ts';
import type { Typed } from '../../pages/kit/typed.ts';

/** The selected scopes. */
export const scopesIn = (form: Typed): Scope[] => SCOPES.filter((scope) => form.has(`scope.${scope}`));
