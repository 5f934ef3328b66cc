import { type Exchange, headerOf, parseQuery } from './exchange.ts';
import { GatewayFault } from './gateway-fault.ts';
import type { Authorizer } from './model.ts';
import { type AuthorizerResult, isAllowed, readAuthorizerOutput } from './policy.ts';
import { createTtlCache } from './ttl-cache.ts';

export type AuthorizerRequest = {
  exchange: Exchange;
  methodArn: string;
  stageVariables: Record<string, string>;
  /** The authorizer's event, built only when it is called. */
  event: () => unknown;
  context: Record<string, unknown>;
};

const sourceValue = (source: string, { exchange, stageVariables, context }: AuthorizerRequest): string | undefined => {
  const [, kind, name = ''] = /^(method\.request\.\w+|stageVariables|context)\.(.+)$/.exec(source) ?? [];
  if (kind === 'method.request.header') return headerOf(exchange.headers, name);
  if (kind === 'method.request.querystring') return parseQuery(exchange.query).get(name)?.at(-1);
  if (kind === 'stageVariables') return stageVariables[name];
  const value = kind === 'context' ? context[name] : undefined;
  return value === undefined || value === null ? undefined : String(value);
};

/**
 * A REQUEST authorizer as API Gateway runs it. An identity source that is missing or empty is UNAUTHORIZED, and
 * the function is not called. Its result, also a Deny, is cached for the authorizer's time to live. The identity
 * sources alone are the cache key, so one result serves every route: each method ARN is checked against its policy.
 * An error is not cached; one whose message is exactly `Unauthorized` is UNAUTHORIZED.
 */
export const createAuthorizers = (
  invoke: (functionId: string, event: unknown) => Promise<string>,
  now: () => number,
) => {
  const cache = createTtlCache<AuthorizerResult>(now);

  const call = async (authorizer: Authorizer, request: AuthorizerRequest): Promise<AuthorizerResult> => {
    let payload: string;
    try {
      payload = await invoke(authorizer.functionId, request.event());
    } catch (cause) {
      const type = (cause as Error).message === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
      throw new GatewayFault(type, { cause });
    }
    return readAuthorizerOutput(JSON.parse(payload));
  };

  return async (authorizer: Authorizer, request: AuthorizerRequest): Promise<AuthorizerResult> => {
    const values = authorizer.identitySources.map((source) => sourceValue(source, request));
    if (values.some((value) => !value)) throw new GatewayFault('UNAUTHORIZED');
    const cached = authorizer.ttlSeconds > 0 && values.length > 0;
    const key = JSON.stringify([authorizer.id, ...values]);
    const result = (cached ? cache.get(key) : undefined) ?? (await call(authorizer, request));
    // A hit does not extend the entry: its time to live counts from the call that created it.
    if (cached && !cache.get(key)) cache.set(key, result, authorizer.ttlSeconds * 1000);
    if (!isAllowed(result.statements, request.methodArn)) {
      throw new GatewayFault('ACCESS_DENIED', { authorizer: result.context });
    }
    return result;
  };
};
