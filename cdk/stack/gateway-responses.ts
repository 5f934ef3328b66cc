/** API Gateway's own responses, with the same body as every other error of the API. */
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import { type Answer, answers, defaults } from './gateway-answers.ts';

/** One content type only: with a second one the client's Accept header could select a body that is not ours. */
const templates = ({ code, message }: ErrorEntry) => ({ 'application/json': JSON.stringify({ code, message }) });

/** Header parameters: a variable of the request, or a constant in inner quotes. */
const headers = ({ retryAfter, rateLimit, isOfAKey }: Partial<Answer> = {}) => ({
  // The same header that the functions send, and the same id as in the access log.
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
