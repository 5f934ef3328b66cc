import { GatewayFault } from './gateway-fault.ts';
import { matches } from './iam/pattern.ts';
import { isObject } from './intrinsics.ts';

export type Statement = { effect: 'Allow' | 'Deny'; actions: string[]; resources: string[] };

/** The result of an authorizer; `context` holds strings only, as `requestContext.authorizer` shows them. */
export type AuthorizerResult = {
  statements: Statement[];
  context: Record<string, string>;
  usageIdentifierKey: string | undefined;
};

/** Checks a request as IAM does: a Deny that matches wins; without an Allow that matches, the request is denied. */
export const isAllowed = (statements: Statement[], methodArn: string): boolean => {
  const effects = statements
    .filter(({ actions }) => actions.some((action) => matches(action.toLowerCase(), 'execute-api:invoke')))
    .filter(({ resources }) => resources.some((resource) => matches(resource, methodArn)))
    .map(({ effect }) => effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

const invalid = (cause: string) => new GatewayFault('AUTHORIZER_CONFIGURATION_ERROR', { cause });

const textList = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || !list.every((item) => typeof item === 'string')) {
    throw invalid('a statement needs Action and Resource');
  }
  return list;
};

const statementKeys = new Set(['Sid', 'Effect', 'Action', 'Resource']);

const readStatement = (value: unknown): Statement => {
  if (!isObject(value)) throw invalid('a statement is not an object');
  const { Effect: effect, Action: action, Resource: resource } = value;
  if (effect !== 'Allow' && effect !== 'Deny') throw invalid('Effect is neither Allow nor Deny');
  // Ignoring a Condition or a NotResource could allow what AWS refuses.
  const unknown = Object.keys(value).find((key) => !statementKeys.has(key));
  if (unknown !== undefined) throw invalid(`the local gateway does not check ${unknown}`);
  return { effect, actions: textList(action), resources: textList(resource) };
};

const readContext = (value: unknown): Record<string, string> => {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalid('context is not an object');
  const entries = Object.entries(value).map(([key, inner]) => {
    if (!['string', 'number', 'boolean'].includes(typeof inner)) throw invalid(`context.${key} is not a scalar`);
    return [key, String(inner)] as const;
  });
  return Object.fromEntries(entries);
};

/** Reads a Lambda authorizer's output. One that API Gateway can't use is AUTHORIZER_CONFIGURATION_ERROR. */
export const readAuthorizerOutput = (output: unknown): AuthorizerResult => {
  if (!isObject(output)) throw invalid('the output is not an object');
  const { principalId, policyDocument, context, usageIdentifierKey } = output;
  if (typeof principalId !== 'string') throw invalid('principalId is missing');
  if (!isObject(policyDocument)) throw invalid('policyDocument is missing');
  const { Statement: statement } = policyDocument;
  return {
    statements: (Array.isArray(statement) ? statement : [statement]).map(readStatement),
    context: { ...readContext(context), principalId },
    usageIdentifierKey: typeof usageIdentifierKey === 'string' ? usageIdentifierKey : undefined,
  };
};
