/** Name of the dead-letter queue of failed schedule runs. */
export const FAILED_RUNS = 'schedules';
