/** Path for invoking functions, as in Lambda's own API. */
export const LAMBDA_PATH = '/_functions';

const INVOCATION = /^\/_functions\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Name of the function in the path of an invocation. */
export const invokedFunction = (path: string): string => decodeURIComponent(INVOCATION.exec(path)?.[1] ?? '');
