class OutOfTime extends Error {
  constructor() {
    super('The task did not finish in time');
    this.name = 'OutOfTime';
  }
}

/** Outcomes of tasks. A task that has not finished after `ms` counts as failed; it continues and may still succeed. */
export const settleWithin = async <T>(tasks: readonly Promise<T>[], ms: number): Promise<PromiseSettledResult<T>[]> => {
  let end: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new OutOfTime()), Math.max(0, ms));
  });
  try {
    return await Promise.allSettled(tasks.map((task) => Promise.race([task, outOfTime])));
  } finally {
    clearTimeout(end);
  }
};
