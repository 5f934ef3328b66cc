/** What API Gateway says by itself, in the body that every other error of the API has. */
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import { type Answer, answers, defaults } from './gateway-answers.ts';

/** With a second content type, or another, the client's Accept header could pick a body that is not ours. */
const templates = ({ code, message }: ErrorEntry) => ({ 'application/json': JSON.stringify({ code, message }) });

/** Header parameters: a name for a part of the request, and, in inner quotes, a constant. */
const headers = ({ retryAfter, rateLimit, isOfAKey }: Partial<Answer> = {}) => ({
  // As the functions send it, and as the access log names it.
  'X-Request-Id': 'context.requestId',
  ...(retryAfter !== undefined && { 'Retry-After': `'${retryAfter}'` }),
  ...(rateLimit !== undefined && { RateLimit: `'${rateLimit}'` }),
  ...(isOfAKey && { 'RateLimit-Policy': 'context.authorizer.ratePolicy' }),
});

/** Sets every gateway response of the API. */
export const addGatewayResponses = (api: RestApi): void => {
  for (const [type, answer] of Object.entries(answers))
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(answer.entry.status),
      templates: templates(answer.entry),
      responseHeaders: headers(answer),
    });
  for (const [type, entry] of Object.entries(defaults))
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      templates: templates(entry),
      responseHeaders: headers(),
    });
};
