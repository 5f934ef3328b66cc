/**
 * The gateway's REQUEST authorizer: tells a missing key (1167) from one that may not be used (1161), and names the key
 * that meters the partner's usage plan. A fault of the store is thrown, never a Deny, which the gateway would remember.
 */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ErrorEntry } from '../lib/contract/error-entry.ts';
import * as errors from '../lib/contract/error-rows.ts';
import { serviceReader } from '../lib/dynamodb/environment.ts';
import { describe } from '../lib/http/describe-error.ts';
import { valuesOf } from '../lib/http/headers.ts';
import { ipHash } from '../lib/http/ip-hash.ts';
import { apiKeyLookup, type KeyRefusal, type RefusedKey, type UsableKey } from '../lib/partners/key-lookup.ts';
import { servicePlan } from '../lib/usage/plans.ts';
import { ratePolicy } from '../lib/usage/rules/policy.ts';

const judge = apiKeyLookup();

/** Applies to the whole stage: the gateway remembers it by the key alone and would else refuse the next route. */
const policy = (effect: 'Allow' | 'Deny', methodArn: string): APIGatewayAuthorizerResult['policyDocument'] => ({
  Version: '2012-10-17',
  Statement: [
    { Action: 'execute-api:Invoke', Effect: effect, Resource: methodArn.split('/').slice(0, 2).join('/').concat('/*') },
  ],
});

interface Refused {
  readonly refused: KeyRefusal;
  readonly partner?: string | undefined;
  readonly keyId?: string | undefined;
}

/** The line that says whose key was refused, and why; the route is the contract's, the path as sent is in no log. */
const lineOf = (event: APIGatewayRequestAuthorizerEvent, entry: ErrorEntry, refused: Partial<Refused> = {}) => {
  const { requestContext, httpMethod, resource } = event;
  const ip = ipHash(requestContext?.identity?.sourceIp);
  return {
    requestId: requestContext?.requestId,
    ...(refused.partner && { partner: refused.partner }),
    ...(refused.keyId && { key: refused.keyId }),
    ...(resource && { route: `${httpMethod} ${resource}` }),
    status: entry.status,
    code: entry.code,
    ...(refused.refused && { reason: refused.refused }),
    ...(ip && { ip }),
  };
};

/** What the gateway's own log takes over, of refusals too: the context holds texts alone, and none that is empty. */
const contextOf = (event: APIGatewayRequestAuthorizerEvent, keyId: string | undefined) => {
  const ip = ipHash(event.requestContext?.identity?.sourceIp);
  return { ...(keyId && { keyId }), ...(ip && { ip }) };
};

const deny = (event: APIGatewayRequestAuthorizerEvent, refused: Refused): APIGatewayAuthorizerResult => {
  console.info(lineOf(event, errors.keyInvalid, refused));
  return {
    principalId: refused.partner ?? 'unknown',
    policyDocument: policy('Deny', event.methodArn),
    context: { ...contextOf(event, refused.keyId), reason: refused.refused },
  };
};

const judged = async (event: APIGatewayRequestAuthorizerEvent, secret: string): Promise<UsableKey | RefusedKey> => {
  try {
    return await judge(serviceReader(), secret);
  } catch (error) {
    // The gateway answers a 503: this is the one line that says why.
    console.error({ ...lineOf(event, errors.unavailable), error: describe(error) });
    throw error;
  }
};

export const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const secrets = valuesOf(event as Parameters<typeof valuesOf>[0], 'x-api-key').map((value) => value.trim());
  if (!secrets.some((secret) => secret !== '')) {
    // Lambda counts what is thrown next as an error of the function: by this line it is told from a fault.
    console.info(lineOf(event, errors.keyMissing, { refused: 'missing' }));
    // API Gateway takes this very message for its UNAUTHORIZED response.
    throw new Error('Unauthorized');
  }
  if (secrets.length > 1) return deny(event, { refused: 'several' });
  const { apiKey, keyId, refused } = await judged(event, secrets[0]!);
  if (refused || !apiKey) return deny(event, { partner: apiKey?.partnerId, keyId, refused: refused ?? 'unknown' });
  const { partnerId, plan, meteringKey } = apiKey;
  const limits = servicePlan(plan);
  return {
    principalId: partnerId,
    policyDocument: policy('Allow', event.methodArn),
    usageIdentifierKey: meteringKey,
    // For the header `RateLimit-Policy` of functions and of the gateway's own responses, and for the access log.
    context: { partnerId, plan, ...contextOf(event, keyId), ...(limits && { ratePolicy: ratePolicy(limits) }) },
  };
};
