import { Logger } from '@aws-lambda-powertools/logger';

/** The logger behind `log`. No other module loads it. */
export const logger = new Logger({ serviceName: process.env['FUNCTION_NAME'] ?? 'gift-commerce' });
