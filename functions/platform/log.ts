import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured log of one function. Never log secrets, item codes or personal data: log ids (order, key id, request id)
 * and figures.
 */
export const log = new Logger({ serviceName: process.env['FUNCTION_NAME'] ?? 'gift-commerce' });
