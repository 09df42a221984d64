/**
 * Throttles of API Gateway, over all callers. No route has less: one client would use that up for all. Costlier routes
 * are limited by address (functions/domain/company/users/sign-in-limits.ts).
 */
export const STAGE_THROTTLE = { perSecond: 5_000, burst: 5_000 };
