import { ALARM_AREAS, type AlarmArea, type AlarmName } from '../functions/platform/alarm-name.ts';

/** Conditions that must never occur, by area. lib/runbooks/alarms.md explains each. */
export const incidentsByArea: Readonly<Record<AlarmArea, readonly AlarmName[]>> = ALARM_AREAS;

/** Areas of incidents. The alarms of one area share a metric. */
export const incidentAreas: readonly AlarmArea[] = Object.keys(ALARM_AREAS) as AlarmArea[];
