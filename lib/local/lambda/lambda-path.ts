/** Where functions invoke other functions, as Lambda's own API does. */
export const LAMBDA_PATH = '/_functions';

const INVOCATION = /^\/_functions\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Name of the function in the path of an invocation. */
export const invokedFunction = (path: string): string => decodeURIComponent(INVOCATION.exec(path)?.[1] ?? '');
