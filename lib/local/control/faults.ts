/** Targets and modes of `/_local/faults` (lib/reference/local.md#faults). */
export const FAULT_TARGETS = [
  'table',
  'queue',
  'objects',
  'mail',
  'payments',
  'courier',
  'vendor',
  'functions',
  'secrets',
] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

const FAULT_MODES = ['unavailable', 'timeout', 'throttle', 'after-commit', 'conflict', 'stale'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

const TABLE_MODES: ReadonlySet<FaultMode> = new Set(['conflict', 'stale']);

/** Only the table has conflicts and stale replicas. */
export const faultModesOf = (target: FaultTarget): readonly FaultMode[] =>
  target === 'table' ? FAULT_MODES : FAULT_MODES.filter((mode) => !TABLE_MODES.has(mode));

interface PlannedFault {
  mode: FaultMode;
  left: number;
}

const planned = new Map<FaultTarget, PlannedFault[]>();

/** Plans failures of the next `count` calls to the target, after failures that are already planned. */
export const planFault = (target: FaultTarget, mode: FaultMode, count: number): void => {
  planned.set(target, [...(planned.get(target) ?? []), { mode, left: count }]);
};

/** Cancels planned faults that have not happened yet. */
export const clearFaults = (): void => planned.clear();

/** Whether faults of a kind are still planned for a target. */
export const isPlanned = (target: FaultTarget, mode: FaultMode): boolean =>
  (planned.get(target) ?? []).some((plan) => plan.mode === mode);

/** The fault of this call, if any. Modes that do not apply to it stay planned for a later call. */
export const takeFault = (target: FaultTarget, applies: (mode: FaultMode) => boolean = () => true) => {
  const plans = planned.get(target) ?? [];
  const plan = plans.find(({ mode }) => applies(mode));
  if (!plan) return undefined;
  plan.left--;
  planned.set(
    target,
    plans.filter(({ left }) => left > 0),
  );
  return plan.mode;
};

/** A client-side time-out, without the wait. */
export const timeoutError = (): Error =>
  Object.assign(new Error('The call timed out'), { name: 'TimeoutError', code: 'ETIMEDOUT', syscall: 'connect' });

/** The error of a call whose response is lost after it took effect. */
export const lostResponseError = (): Error =>
  Object.assign(new Error('The connection closed before the response arrived'), {
    name: 'TimeoutError',
    code: 'ECONNRESET',
  });
