/** What API Gateway answers by itself. */
import { beforeAll, describe, expect, it } from 'vitest';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import { defaultStage, ofType, type Synthesized } from './synthesized.ts';

let prod: Synthesized;

beforeAll(async () => {
  prod = await defaultStage();
});

describe('Gateway responses', () => {
  const badRequest = { status: 400, message: 'request could not be processed' };
  /** Status and code of each type, and after how many seconds to try again. */
  const expected: Record<string, readonly [status: number, code: keyof typeof catalogue, retryAfter?: string]> = {
    UNAUTHORIZED: [401, '1167'],
    ACCESS_DENIED: [401, '1161'],
    INVALID_API_KEY: [401, '1161'],
    THROTTLED: [429, '89', '1'],
    QUOTA_EXCEEDED: [429, '89', '3600'],
    WAF_FILTERED: [429, '89', '60'],
    MISSING_AUTHENTICATION_TOKEN: [404, '404'],
    RESOURCE_NOT_FOUND: [404, '404'],
    INVALID_SIGNATURE: [404, '404'],
    EXPIRED_TOKEN: [404, '404'],
    BAD_REQUEST_BODY: [400, '400'],
    BAD_REQUEST_PARAMETERS: [400, '400'],
    UNSUPPORTED_MEDIA_TYPE: [400, '400'],
    REQUEST_TOO_LARGE: [413, '413'],
    AUTHORIZER_FAILURE: [503, '503', '1'],
    AUTHORIZER_CONFIGURATION_ERROR: [503, '503', '1'],
    API_CONFIGURATION_ERROR: [500, '500'],
    INTEGRATION_FAILURE: [500, '500'],
    INTEGRATION_TIMEOUT: [504, '504'],
  };
  /** What is used up: of the firewall's rules the client knows nothing. */
  const rateLimits: Record<string, string> = { THROTTLED: '"rate";r=0;t=1', QUOTA_EXCEEDED: '"quota";r=0' };
  /** What cannot come before the authorizer has named the plan of the key. */
  const afterAuthorizer = ['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT'];
  const responseOf = (type: string) =>
    ofType(prod, 'AWS::ApiGateway::GatewayResponse').find(([, { ResponseType }]) => ResponseType === type)?.[1];
  // The catalogue's message of 400 is a pattern for messages that name a field.
  const entryOf = (code: keyof typeof catalogue) => (code === '400' ? badRequest : catalogue[code]);

  it('are set for every type that can be set', () => {
    const types = ofType(prod, 'AWS::ApiGateway::GatewayResponse').map(([, { ResponseType }]) => ResponseType);
    expect(types.sort()).toEqual([...Object.keys(expected), 'DEFAULT_4XX', 'DEFAULT_5XX'].sort());
  });

  it.each(Object.entries(expected))('%s is an error of the catalogue', (type, [status, code, retryAfter]) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = responseOf(type);
    const entry = entryOf(code);
    expect(entry.status).toBe(status);
    expect(StatusCode).toBe(String(status));
    expect(Object.keys(ResponseTemplates)).toEqual(['application/json']);
    expect(JSON.parse(ResponseTemplates['application/json'])).toEqual({ code: Number(code), message: entry.message });
    expect(ResponseParameters).toEqual({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      ...(retryAfter !== undefined && { 'gatewayresponse.header.Retry-After': `'${retryAfter}'` }),
      ...(rateLimits[type] && { 'gatewayresponse.header.RateLimit': `'${rateLimits[type]}'` }),
      ...(afterAuthorizer.includes(type) && {
        'gatewayresponse.header.RateLimit-Policy': 'context.authorizer.ratePolicy',
      }),
    });
  });

  it.each([
    ['DEFAULT_4XX', '400'],
    ['DEFAULT_5XX', '500'],
  ] as const)('%s leaves the status as it is', (type, code) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = responseOf(type);
    expect(StatusCode).toBeUndefined();
    expect(ResponseParameters).toEqual({ 'gatewayresponse.header.X-Request-Id': 'context.requestId' });
    expect(Object.keys(ResponseTemplates)).toEqual(['application/json']);
    expect(JSON.parse(ResponseTemplates['application/json'])).toEqual({
      code: Number(code),
      message: entryOf(code).message,
    });
  });

  it('hold nothing that API Gateway would substitute', () => {
    for (const [, { ResponseTemplates }] of ofType(prod, 'AWS::ApiGateway::GatewayResponse'))
      expect(ResponseTemplates['application/json']).not.toContain('$');
  });
});
