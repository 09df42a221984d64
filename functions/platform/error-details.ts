interface ErrorDetails {
  name: string;
  code?: string | number;
  status?: number;
  /** Details that are safe to log: names that the service defines, never the content of a row or a request. */
  logDetails?: Record<string, unknown>;
  /** At most eight stack frames, innermost first. */
  at?: string[];
  cause?: ErrorDetails;
}

/** An error that lists which of its details are safe to log. */
interface LoggableError extends Error {
  readonly logDetails: Record<string, unknown>;
}

const CODE = /^[\w.:-]{1,80}$/;
const FRAME = /^\s+at .{0,300}:\d+:\d+\)?$/;
const FRAMES_MAX = 8;
const CAUSES_MAX = 4;

const codeOf = (error: Error): string | number | undefined => {
  const { code } = error as { code?: unknown };
  if (typeof code === 'number') return code;
  return typeof code === 'string' && CODE.test(code) ? code : undefined;
};

/** Reads the frames after the message, because the message may contain lines that look like frames. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const behind = message === '' ? stack : stack.slice(Math.max(0, stack.lastIndexOf(message)) + message.length);
  const frames = behind.split('\n').filter((line) => FRAME.test(line));
  return frames.slice(0, FRAMES_MAX).map((line) => line.trim());
};

/**
 * Name, code, status, `logDetails` and stack frames of an error and of its causes. The message and other members are
 * omitted, because messages of libraries repeat input, and rejected writes contain whole rows.
 */
export const errorDetails = (error: unknown, depth = 0): ErrorDetails => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { status, logDetails } = error as Partial<LoggableError> & { status?: unknown };
  const code = codeOf(error);
  const at = framesOf(error);
  return {
    name: CODE.test(error.name) ? error.name : 'Error',
    ...(code === undefined ? {} : { code }),
    ...(typeof status === 'number' ? { status } : {}),
    ...(logDetails ? { logDetails } : {}),
    ...(at.length > 0 ? { at } : {}),
    ...(error.cause !== undefined && depth < CAUSES_MAX ? { cause: errorDetails(error.cause, depth + 1) } : {}),
  };
};
