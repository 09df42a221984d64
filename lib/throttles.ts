/**
 * What API Gateway lets through, of all callers together. No route has less: one client would use that up for all. Routes that
 * cost more count by address (functions/domain/company/users/tries.ts).
 */
export const STAGE_THROTTLE = { perSecond: 5_000, burst: 5_000 };
