import { isolatedFunctions } from '../../definition.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import { awsJsonResponse, type WireService } from '../wire/wire.ts';
import type { Functions } from './functions.ts';
import { EVENT_MAX_BYTES } from './event-limit.ts';
import { functionCalls } from './grants.ts';
import { IsolatedFailure } from './isolated.ts';
import { invokedFunction, LAMBDA_PATH } from './lambda-path.ts';
import { errorMessage } from '../../error-message.ts';

/** Serves `Invoke` for isolated functions, the only functions that others may invoke. */
export const serveLambda = async (functions: Functions, request: GatewayRequest): Promise<HttpReply> => {
  const name = invokedFunction(request.target.split('?')[0] ?? '');
  const definition = isolatedFunctions.find((each) => each.name === name);
  if (!definition || request.method !== 'POST') {
    return jsonReply(404, { Type: 'User', Message: `Function not found: ${name}` });
  }
  if (request.body.byteLength > EVENT_MAX_BYTES) return jsonReply(413, { Message: 'Request must be smaller' });
  try {
    return jsonReply(200, (await functions.invoke(definition, JSON.parse(request.body.toString()))) ?? null);
  } catch (error) {
    const errorType = error instanceof IsolatedFailure ? error.type : 'Error';
    return jsonReply(200, { errorType, errorMessage: errorMessage(error) }, { 'x-amz-function-error': 'Unhandled' });
  }
};

/** The same service for calls through the SDK. */
export const lambdaService = (baseUrl: string): WireService => {
  const base = new URL(baseUrl);
  return {
    target: 'functions',
    serves: ({ port, path }) => Number(port) === Number(base.port) && path.startsWith(`${LAMBDA_PATH}/`),
    calls: functionCalls,
    canFail: () => true,
    commits: () => false,
    errorResponse: (_, mode) =>
      mode === 'denied'
        ? awsJsonResponse(403, { Type: 'User', Message: 'Not authorized to perform: lambda:InvokeFunction' })
        : awsJsonResponse(mode === 'throttle' ? 429 : 503, { Type: 'Service', Message: 'The service is unavailable.' }),
    send: (request, send) => send(request),
  };
};
