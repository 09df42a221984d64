/** Message for a missing package, which `npm ci --omit=dev` omits; undefined for any other error. */
export const missingPackage = (error: unknown): string | undefined => {
  const absent = error instanceof Error ? /^Cannot find package '([^']+)'/.exec(error.message)?.[1] : undefined;
  return absent && `The package ${absent} is not installed. Run npm ci.`;
};

/** Runs code that needs development packages. If they are missing, prints one line and sets the exit status to 1. */
export const withPackages = async (run: () => Promise<unknown>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    const missing = missingPackage(error);
    if (missing === undefined) throw error;
    process.stderr.write(`${missing}\n`);
    process.exitCode = 1;
  }
};
