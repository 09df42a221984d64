/** Name of the dead letters of failed schedule runs. */
export const FAILED_RUNS = 'schedules';
