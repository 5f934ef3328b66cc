import { type AuthorizerRequest, createAuthorizers } from './authorizer.ts';
import { type ApiKeyIdentity, authorizerEvent, methodArn, proxyEvent, requestContext, traceId } from './event.ts';
import { type Exchange, headerOf, parseQuery, type Reply } from './exchange.ts';
import { GatewayFault } from './gateway-fault.ts';
import { gatewayReply } from './gateway-response.ts';
import { urlTooLong } from './http-refusal.ts';
import { eventTooLarge, InvocationError } from './lambda.ts';
import type { ApiModel, UsagePlan } from './model.ts';
import type { AuthorizerResult } from './policy.ts';
import { proxyReply } from './proxy-response.ts';
import { matchRoute, type Route } from './router.ts';
import { createTtlCache } from './ttl-cache.ts';
import { createUsagePlans } from './usage-plans.ts';

/** A metering key in its store; `plan` is one of the plan's names. */
export type MeteringKey = { id: string; plan: string; enabled: boolean };

export type PipelineOptions = {
  model: ApiModel;
  invoke: (functionId: string, event: unknown) => Promise<string>;
  findMeteringKey: (value: string) => Promise<MeteringKey | undefined>;
  now: () => number;
  lowerCaseHeaders: boolean;
  /** Receives each request that passed with a key. */
  onPassed?: ((metered: { keyId: string; plan: UsagePlan }) => void) | undefined;
  /** Called for every fault of the server itself, which the client sees only as a 5xx. */
  onFault: (fault: GatewayFault, exchange: Exchange) => void;
  /** Receives the context of each request once it is answered: the values of `$context` in the access log. */
  onAnswered?: ((context: object) => void) | undefined;
};

/** API Gateway refuses a longer method ARN on methods with an authorizer. */
const methodArnLimit = 1600;
/** How long a metering key is cached, in milliseconds; a key that was not found is not cached. */
const keyMemory = 5000;

/** What is known about the caller at the point that a request has reached. */
type Seen = { authorizer?: Record<string, string> | undefined; key?: ApiKeyIdentity | undefined };

const withTimeout = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayFault('INTEGRATION_TIMEOUT')), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Answers one request in API Gateway's order: size, route, authorizer and its policy, API key and usage plan,
 * throttles and quota, integration. A request that stops before is answered with a gateway response of the API.
 */
export const createPipeline = (options: PipelineOptions): ((exchange: Exchange) => Promise<Reply>) => {
  const { model, invoke, now, lowerCaseHeaders } = options;
  const authorize = createAuthorizers(invoke, now);
  const refusalOf = createUsagePlans(model.stage, now, options.onPassed);
  const keys = createTtlCache<MeteringKey>(now);

  const findKey = async (value: string): Promise<MeteringKey | undefined> => {
    const known = keys.get(value);
    if (known) return known;
    const found = await options.findMeteringKey(value);
    if (found) keys.set(value, found, keyMemory);
    return found;
  };

  const authorizationOf = async (exchange: Exchange, route: Route): Promise<AuthorizerResult | undefined> => {
    const { authorizer } = route.method;
    if (!authorizer) return undefined;
    const context = requestContext(model, exchange, route);
    const request: AuthorizerRequest = {
      exchange,
      methodArn: methodArn(model, exchange),
      stageVariables: model.stage.variables,
      event: () => authorizerEvent(model, exchange, route, context, lowerCaseHeaders),
      context,
    };
    if (Buffer.byteLength(request.methodArn) > methodArnLimit) {
      throw new GatewayFault('DEFAULT_4XX', { ...urlTooLong });
    }
    return authorize(authorizer, request);
  };

  const meteringOf = async (
    exchange: Exchange,
    route: Route,
    authorization: AuthorizerResult | undefined,
  ): Promise<{ identity: ApiKeyIdentity; keyId: string; plan: UsagePlan } | undefined> => {
    if (!route.method.apiKeyRequired) return undefined;
    const fromAuthorizer = model.apiKeySource === 'AUTHORIZER';
    const value = fromAuthorizer ? authorization?.usageIdentifierKey : headerOf(exchange.headers, 'x-api-key');
    const key = value ? await findKey(value) : undefined;
    const planned = ({ names, onStage }: UsagePlan) => onStage && names.includes(key?.plan ?? '');
    const plan = key?.enabled ? model.usagePlans.find(planned) : undefined;
    if (!value || !key || !plan) throw new GatewayFault('INVALID_API_KEY');
    return { identity: { apiKey: value, apiKeyId: key.id }, keyId: key.id, plan };
  };

  const integrate = async (exchange: Exchange, route: Route, event: unknown): Promise<Reply> => {
    const { functionId, timeoutMilliseconds } = route.method;
    try {
      const payload = await withTimeout(invoke(functionId, event), timeoutMilliseconds);
      const reply = proxyReply(payload, model.binaryMediaTypes, headerOf(exchange.headers, 'accept'));
      const own = {
        'x-amzn-RequestId': exchange.requestId,
        'x-amz-apigw-id': exchange.extendedRequestId,
        'X-Amzn-Trace-Id': traceId(exchange),
      };
      return { ...reply, headers: { ...reply.headers, ...own } };
    } catch (cause) {
      if (cause instanceof GatewayFault) throw cause;
      if (cause instanceof InvocationError && cause.errorType === eventTooLarge) {
        throw new GatewayFault('REQUEST_TOO_LARGE', { message: cause.message });
      }
      throw new GatewayFault('INTEGRATION_FAILURE', { cause });
    }
  };

  /** @param seen - receives the authorizer's context and the key's identity, for a possible gateway response */
  const answer = async (exchange: Exchange, route: Route | undefined, seen: Seen): Promise<Reply> => {
    if (exchange.tooLarge) throw new GatewayFault('REQUEST_TOO_LARGE', { fixed: true });
    if (!route) throw new GatewayFault('MISSING_AUTHENTICATION_TOKEN');
    const authorization = await authorizationOf(exchange, route);
    if (authorization) seen.authorizer = authorization.context;
    const metering = await meteringOf(exchange, route, authorization);
    if (metering) seen.key = metering.identity;
    const refusal = refusalOf(route, metering);
    if (refusal) throw new GatewayFault(refusal);
    const context = requestContext(model, exchange, route, {
      key: metering?.identity,
      authorizer: authorization?.context,
    });
    return integrate(exchange, route, proxyEvent(model, exchange, route, context, lowerCaseHeaders));
  };

  return async (exchange) => {
    const route = matchRoute(model.root, exchange.verb, exchange.path);
    const seen: Seen = {};
    const note = (status: number, more: object) =>
      options.onAnswered?.({
        ...requestContext(model, exchange, route, seen),
        status,
        responseLatency: now() - exchange.epoch,
        ...more,
      });
    try {
      const reply = await answer(exchange, route, seen);
      note(reply.status, { integrationStatus: reply.status });
      return reply;
    } catch (cause) {
      const fault = cause instanceof GatewayFault ? cause : new GatewayFault('DEFAULT_5XX', { cause });
      if (fault.status >= 500) options.onFault(fault, exchange);
      if (fault.authorizer) seen.authorizer = fault.authorizer;
      const reply = gatewayReply(model.gatewayResponses, fault, {
        context: requestContext(model, exchange, route, { authorizer: seen.authorizer }),
        stageVariables: model.stage.variables,
        request: {
          header: (name) => headerOf(exchange.headers, name),
          path: (name) => route?.pathParameters[name],
          querystring: (name) => parseQuery(exchange.query).get(name)?.at(-1),
        },
      });
      note(reply.status, { error: { responseType: fault.type } });
      return reply;
    }
  };
};
