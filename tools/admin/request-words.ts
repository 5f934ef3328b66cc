/** Explains why a request ended as it did. Pure. */

import { answers } from '../../cdk/stack/gateway-answers.ts';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import type { KeyRefusal } from '../../lib/partners/key-lookup.ts';
import type { FunctionLine, RequestLines } from './request-lines.ts';

/** The outcome of a request. */
export interface Explained {
  readonly status: number;
  /** The error's code; absent if there was none. */
  readonly code?: number | undefined;
  readonly partner?: string | undefined;
  readonly key?: string | undefined;
  /** The operation's id, or method and route. */
  readonly operation: string;
  readonly field?: string | undefined;
  /** Sentences; the first says what happened. */
  readonly words: readonly string[];
}

/** The meaning of each refusal of a key; a log of an older release may contain others. */
const REASONS: Readonly<Record<KeyRefusal, string>> = {
  missing: 'it has no key',
  several: 'it has two keys, or one under two spellings of x-api-key',
  unknown: 'its key is unknown: a typing error, another stage’s key, or a guess',
  revoked: 'its key was revoked',
  expired: 'its key has expired',
  kind: 'it has a test key outside a sandbox, or another key in a sandbox (docs/sandbox.md)',
  suspended: 'its partner is suspended',
  connector: 'it has the key of a connector, which opens only what a connector needs (docs/connectors.md)',
};

const reasonOf = (reason: string): string => (REASONS as Readonly<Record<string, string>>)[reason] ?? reason;

/** The meaning of each type of gateway response, except refusals of keys. */
const TYPES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'it has no key',
  INVALID_API_KEY: 'its key is usable, but its metering key is missing, disabled or in another usage plan',
  THROTTLED: 'requests exceeded the rate limit of the key’s plan, or of the stage',
  QUOTA_EXCEEDED: 'the quota of the plan is used up',
  WAF_FILTERED: 'the firewall blocked the IP address',
  MISSING_AUTHENTICATION_TOKEN: 'no operation has this method and path',
  AUTHORIZER_FAILURE: 'the authorizer failed',
  AUTHORIZER_CONFIGURATION_ERROR: 'the authorizer failed',
  INTEGRATION_FAILURE: 'the function crashed, or could not be invoked',
  INTEGRATION_TIMEOUT: 'the function did not answer in time',
  REQUEST_TOO_LARGE: 'its body was over 10 MB',
};

/** Commands that show more, by the type of the gateway's response or the reason of a refusal. */
const MORE: Readonly<Record<string, (partner: string) => string>> = {
  revoked: (partner) => `npm run admin -- keys list --partner ${partner}`,
  expired: (partner) => `npm run admin -- keys list --partner ${partner}`,
  suspended: (partner) => `npm run admin -- partner resume --partner ${partner}`,
  INVALID_API_KEY: (partner) => `npm run admin -- keys repair --partner ${partner}`,
  THROTTLED: (partner) => `npm run admin -- keys explain --partner ${partner}`,
  QUOTA_EXCEEDED: (partner) => `npm run admin -- usage --partner ${partner}`,
};

const rows: Readonly<Record<string, { readonly message: string }>> = catalogue;

const pageOf = (code: number): string => {
  const { message = '' } = rows[String(code)] ?? {};
  // For some codes the catalogue only has a pattern, in which the response's message named the field.
  const words = message === '' || message.includes('<') ? '' : `: ${message}`;
  return `Code ${code}${words} (openapi.json, errors.html of the reference pages).`;
};

const causesOf = (error: unknown): string[] => {
  if (typeof error !== 'object' || error === null) return [];
  const { name = 'Error', message = '', cause } = error as { name?: string; message?: string; cause?: unknown };
  return [`${name}: ${message}`, ...causesOf(cause)];
};

const byFunction = (line: FunctionLine): string[] => [
  `The function returned status ${line.status} and code ${line.code}${line.field ? `, for the field ${line.field}` : ''}${
    line.reason ? `: ${reasonOf(line.reason)}` : ''
  }.`,
  ...(line.code === undefined ? [] : [pageOf(line.code)]),
  ...(line.error ? [`The cause was ${causesOf(line.error).join(', from ')}.`] : []),
];

const byGateway = (type: string, { access, authorizer }: RequestLines): string[] => {
  const reason = access?.reason ?? authorizer?.reason;
  const why = (type === 'ACCESS_DENIED' && reason && reasonOf(reason)) || TYPES[type] || `of ${type}`;
  const code = answers[type]?.entry.code;
  const partner = access?.partner;
  const more = partner && partner !== 'unknown' ? (MORE[type] ?? MORE[reason ?? ''])?.(partner) : undefined;
  return [
    `The gateway refused it (${type}): ${why}.`,
    ...(code === undefined ? [] : [pageOf(code)]),
    ...(authorizer?.error ? [`The cause was ${causesOf(authorizer.error).join(', from ')}.`] : []),
    ...(more ? [more] : []),
  ];
};

/** The explanation; `undefined` if no log has a line of the request. */
export const explained = (lines: RequestLines): Explained | undefined => {
  const { access, operation, authorizer } = lines;
  const known = operation ?? authorizer;
  if (!access && !known) return undefined;
  const status = Number(access?.status ?? known?.status);
  const type = access?.errorType ?? (!operation && authorizer ? 'ACCESS_DENIED' : undefined);
  const partner = known?.partner ?? access?.partner;
  const words = operation ? byFunction(operation) : type ? byGateway(type, lines) : [];
  const isRight = status < 400 && words.length === 0;
  return {
    status,
    ...(partner !== undefined && partner !== 'unknown' && { partner }),
    ...((known?.key ?? access?.keyId) && { key: known?.key ?? access?.keyId }),
    operation: operation?.operation ?? authorizer?.route ?? `${access?.method} ${access?.resource ?? '(no route)'}`,
    ...(operation?.field && { field: operation.field }),
    ...(operation?.code !== undefined
      ? { code: operation.code }
      : type && answers[type] && { code: answers[type].entry.code }),
    words: isRight ? ['It succeeded.'] : words.length > 0 ? words : ['The function logged no line for it.'],
  };
};
