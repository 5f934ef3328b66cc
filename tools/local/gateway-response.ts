import type { Reply } from './exchange.ts';
import { faultDefaults, type GatewayFault } from './gateway-fault.ts';
import type { GatewayResponse } from './model.ts';

/** What templates and header parameters may name: `$context.*`, `$stageVariables.*`, `method.request.*`. */
export type TemplateVariables = {
  context: Record<string, unknown>;
  stageVariables: Record<string, string>;
  request: Record<'header' | 'path' | 'querystring', (name: string) => string | undefined>;
};

const jsonType = 'application/json';

const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** The value of `context.error.message` and the like; undefined where there is none. */
const lookUp = (name: string, { context, stageVariables, request }: TemplateVariables): string | undefined => {
  const [, part, parameter] = /^method\.request\.(header|path|querystring)\.(.+)$/.exec(name) ?? [];
  if (part && parameter) return request[part as 'header'](parameter);
  const value = name.split('.').reduce<unknown>(ownValue, { context, stageVariables });
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
};

const variable = /\$((?:context|stageVariables)(?:\.\w+)+|method\.request\.(?:header|path|querystring)\.[\w-]+)/g;

/**
 * Fills a gateway response template. These know no VTL: variables are replaced, nothing else happens, and
 * nothing is quoted (`$context.error.messageString` includes its quotes). A missing value becomes `null`.
 */
export const fillTemplate = (template: string, variables: TemplateVariables): string =>
  template.replace(variable, (_, name: string) => lookUp(name, variables) ?? 'null');

/** A header parameter's value: `'text'` in single quotes, or the name of a variable, without `$`. */
const parameterValue = (source: string, variables: TemplateVariables): string | undefined =>
  source.startsWith("'") ? source.replace(/^'|'$/g, '') : lookUp(source, variables);

const headersOf = (parameters: Record<string, string>, variables: TemplateVariables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([target, source]) => {
      const name = target.replace(/^gatewayresponse\.header\./, '');
      const value = parameterValue(source, variables);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** API Gateway's default body. For a policy denial it writes `Message` with a capital. */
const defaultTemplate = (fault: GatewayFault) =>
  fault.type === 'ACCESS_DENIED'
    ? '{"Message":$context.error.messageString}'
    : '{"message":$context.error.messageString}';

/**
 * Builds the gateway's response as the template's gateway responses define it: the response of the fault's type,
 * else DEFAULT_4XX or DEFAULT_5XX, else AWS's default body. The status is the type's own, unless the response
 * sets one; a status set on a DEFAULT response is taken by every type of its class that sets none.
 * REQUEST_TOO_LARGE takes no DEFAULT response, and a body over 10 MB not even its own: AWS documents that it cannot be
 * customised.
 */
export const gatewayReply = (
  responses: Map<string, GatewayResponse>,
  fault: GatewayFault,
  base: TemplateVariables,
): Reply => {
  const takesDefault = fault.type !== 'REQUEST_TOO_LARGE';
  const fallback = takesDefault ? responses.get(`DEFAULT_${Math.floor(fault.status / 100)}XX`) : undefined;
  const response = (fault.fixed ? undefined : responses.get(fault.type)) ?? fallback;
  const status = response?.statusCode ?? fallback?.statusCode ?? fault.status;
  const error = { message: fault.text, messageString: JSON.stringify(fault.text), responseType: fault.type };
  const authorizer = fault.authorizer && { authorizer: fault.authorizer };
  const variables = { ...base, context: { ...base.context, ...authorizer, error } };
  const templates = Object.entries(response?.templates ?? {});
  const [contentType, template] = templates.find(([type]) => type === jsonType) ??
    templates[0] ?? [jsonType, defaultTemplate(fault)];
  return {
    status,
    headers: {
      'Content-Type': contentType,
      'x-amzn-RequestId': String(base.context.requestId),
      // Every response has it, also those that an API can't customise.
      'X-Request-Id': String(base.context.requestId),
      'x-amzn-ErrorType': faultDefaults[fault.type].errorType,
      'x-amz-apigw-id': String(base.context.extendedRequestId),
      ...headersOf(response?.parameters ?? {}, variables),
    },
    body: fault.body ?? fillTemplate(template, variables),
  };
};
