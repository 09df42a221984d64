import { Logger } from '@aws-lambda-powertools/logger';

/** What writes the lines of `log`; loaded by it alone. */
export const logger = new Logger({ serviceName: process.env['FUNCTION_NAME'] ?? 'gift-commerce' });
