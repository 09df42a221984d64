import { keyActor, type Actor } from '../platform/actor.ts';
import type { Caller } from './request.ts';

/** The caller of a request, as histories show it. */
export const callerActor = ({ keyId, company }: Pick<Caller, 'keyId' | 'company'>): Actor => keyActor(keyId, company);
