/**
 * The gateway's REQUEST authorizer: tells a missing key (1167) from one that may not be used (1161), and names the key
 * that meters the partner's usage plan. A fault of the store is thrown, never a Deny, which the gateway would remember.
 */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { serviceReader } from '../lib/dynamodb/environment.ts';
import { valuesOf } from '../lib/http/headers.ts';
import { apiKeyLookup } from '../lib/partners/key-lookup.ts';
import { servicePlan } from '../lib/usage/plans.ts';
import { ratePolicy } from '../lib/usage/rules/policy.ts';

const findKey = apiKeyLookup();

/** Applies to the whole stage: the gateway remembers it by the key alone and would else refuse the next route. */
const policy = (effect: 'Allow' | 'Deny', methodArn: string): APIGatewayAuthorizerResult['policyDocument'] => ({
  Version: '2012-10-17',
  Statement: [
    { Action: 'execute-api:Invoke', Effect: effect, Resource: methodArn.split('/').slice(0, 2).join('/').concat('/*') },
  ],
});

export const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const secrets = valuesOf(event as Parameters<typeof valuesOf>[0], 'x-api-key').map((value) => value.trim());
  // API Gateway takes this very message for its UNAUTHORIZED response.
  if (!secrets.some((secret) => secret !== '')) throw new Error('Unauthorized');
  const apiKey = secrets.length > 1 ? undefined : await findKey(serviceReader(), secrets[0]!);
  if (!apiKey) return { principalId: 'unknown', policyDocument: policy('Deny', event.methodArn) };
  const { partnerId, plan, meteringKey } = apiKey;
  const limits = servicePlan(plan);
  return {
    principalId: partnerId,
    policyDocument: policy('Allow', event.methodArn),
    usageIdentifierKey: meteringKey,
    // For the header `RateLimit-Policy` of functions and of the gateway's own responses.
    context: { partnerId, plan, ...(limits && { ratePolicy: ratePolicy(limits) }) },
  };
};
