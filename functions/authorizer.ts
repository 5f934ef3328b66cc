/**
 * The gateway's REQUEST authorizer: distinguishes a missing key (1167) from an invalid one (1161), and returns the key
 * that meters the partner's usage plan. A store failure throws; it is never a Deny, which the gateway would cache.
 */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ErrorEntry } from '../lib/contract/error-entry.ts';
import * as errors from '../lib/contract/error-rows.ts';
import { serviceReader } from '../lib/dynamodb/client/environment.ts';
import { describe } from '../lib/http/describe-error.ts';
import { valuesOf } from '../lib/http/headers.ts';
import { ipHash } from '../lib/http/ip-hash.ts';
import { apiKeyLookup, type KeyRefusal, type RefusedKey, type UsableKey } from '../lib/partners/key-lookup.ts';
import { servicePlan } from '../lib/usage/plans.ts';
import { ratePolicy } from '../lib/usage/rules/policy.ts';

const lookUp = apiKeyLookup();

/** Applies to the entire stage: the gateway caches it by the key alone, and would otherwise refuse the next route. */
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

/** The log line of a refused key: its owner and the reason. The route is the contract's; the path as sent is not logged. */
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

/** The context for the gateway's access log, also of refusals: strings only, and none that is empty. */
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

const lookedUp = async (event: APIGatewayRequestAuthorizerEvent, secret: string): Promise<UsableKey | RefusedKey> => {
  try {
    return await lookUp(serviceReader(), secret);
  } catch (error) {
    // The gateway responds with a 503; only this line has the cause.
    console.error({ ...lineOf(event, errors.unavailable), error: describe(error) });
    throw error;
  }
};

export const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const secrets = valuesOf(event as Parameters<typeof valuesOf>[0], 'x-api-key').map((value) => value.trim());
  if (!secrets.some((secret) => secret !== '')) {
    // Lambda counts the error thrown next as one of the function: this line distinguishes it from a fault.
    console.info(lineOf(event, errors.keyMissing, { refused: 'missing' }));
    // API Gateway maps exactly this message to its UNAUTHORIZED response.
    throw new Error('Unauthorized');
  }
  if (secrets.length > 1) return deny(event, { refused: 'several' });
  const { apiKey, keyId, refused } = await lookedUp(event, secrets[0]!);
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
