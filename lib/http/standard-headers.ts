/** The headers that every response of an operation carries. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { DeployedContract } from '../contract/deployed.ts';
import type { ChainEvent } from './event.ts';

/** Converts an ISO 8601 date to an HTTP date (RFC 9110). */
const httpDate = (date: string): string => new Date(date).toUTCString();

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to more, for a deprecated operation. */
const deprecationHeaders = ({ deprecation }: DeployedContract): Record<string, string> =>
  deprecation
    ? {
        Deprecation: `@${Math.floor(Date.parse(deprecation.since) / 1000)}`,
        ...(deprecation.sunset && { Sunset: httpDate(deprecation.sunset) }),
        ...(deprecation.link && { Link: `<${deprecation.link}>; rel="deprecation"` }),
      }
    : {};

/**
 * The rate-limit policy that the authorizer passes on (docs/partners.md#limits); a function that is called without it
 * has none.
 */
const policyOf = ({ requestContext }: ChainEvent): string | undefined => {
  const policy: unknown = requestContext?.authorizer?.ratePolicy;
  return typeof policy === 'string' && policy !== '' ? policy : undefined;
};

/**
 * Adds the request's id, which every log line of the request holds too, the key's rate-limit policy, and any
 * deprecation.
 */
export const withStandardHeaders = (
  contract: DeployedContract,
  event: ChainEvent,
  response: APIGatewayProxyResult,
): APIGatewayProxyResult => {
  const requestId = event.requestContext?.requestId;
  const policy = policyOf(event);
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(requestId && { 'X-Request-Id': requestId }),
      ...(policy && { 'RateLimit-Policy': policy }),
      ...(event.idempotent?.isReplay && { 'Idempotent-Replayed': 'true' }),
      ...deprecationHeaders(contract),
    },
  };
};
