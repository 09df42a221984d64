/**
 * API Gateway throttle for all callers together. No route has a lower throttle, because one client could exhaust it for
 * all others. Costly routes are limited by IP address (functions/domain/company/users/sign-in-limits.ts).
 */
export const STAGE_THROTTLE = { perSecond: 5_000, burst: 5_000 };
