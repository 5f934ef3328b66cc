/** What a body says of webhooks, and what is wrong with it beyond its schema. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent, type OneOf } from '../../contract/well-typed.ts';
import type { Locality } from '../../outside/addresses.ts';
import type { BasicAuth } from '../repository/secrets.ts';
import { urlProblem } from './url.ts';

/** A webhook as it is asked for. */
export interface WantedWebhook {
  /** Of one that there is already. */
  readonly id?: string;
  readonly url: string;
  /** Each once. */
  readonly events: readonly string[];
}

/** What a body asks for. */
export interface Wanted {
  readonly webhooks: readonly WantedWebhook[];
  /** `null` for none; `undefined` where nothing is said of it. */
  readonly auth: BasicAuth | null | undefined;
}

export interface Validated {
  readonly prepared: Wanted;
  readonly violations: readonly Violation[];
}

type Row = { readonly [Name in keyof WantedWebhook]?: unknown };

const violation = (path: string, problem: string, missing = false): Violation => ({
  path,
  error: invalid(path, problem),
  ...(missing && { missing }),
});

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null;

/** The rows of a list; what is none is refused by the schema. */
const rowsIn = (webhooks: unknown): readonly Row[] =>
  Array.isArray(webhooks) ? webhooks.map((row) => (isRow(row) ? row : {})) : [];

/** What is no text is refused by the schema; an object can't even be made one where it says how itself. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const wantedFrom = ({ id, url, events }: Row): WantedWebhook => ({
  ...(id !== undefined && { id: textOf(id) }),
  url: textOf(url),
  events: Array.isArray(events) ? [...new Set(events.map(textOf))] : [],
});

const urlViolations = (path: string, url: unknown, locality: Locality): readonly Violation[] => {
  const problem = typeof url === 'string' ? urlProblem(url, locality) : undefined;
  return problem === undefined ? [] : [violation(path, problem)];
};

const rowViolations = (rows: readonly Row[], locality: Locality): readonly Violation[] =>
  rows.flatMap(({ id, url }, index) => [
    ...(id !== undefined && rows.findIndex((row) => row.id === id) < index
      ? [violation(`webhooks[${index}].id`, 'names a webhook that is named before')]
      : []),
    ...urlViolations(`webhooks[${index}].url`, url, locality),
  ]);

const authIn = ({ body, cleared }: Normalized): Wanted['auth'] => {
  if (cleared.includes('auth')) return null;
  if (!isRow(body.auth)) return undefined;
  const { username, password } = body.auth as unknown as BasicAuth;
  return { username, password };
};

/** The complete list of a subscription's webhooks, as set webhooks takes it. */
export const validatedWebhooks = (normalized: Normalized, locality: Locality): Validated => {
  const rows = rowsIn(normalized.body.webhooks);
  return {
    prepared: { webhooks: rows.map(wantedFrom), auth: authIn(normalized) },
    violations: rowViolations(rows, locality),
  };
};

/** What is wrong with a list without any. */
export const NO_WEBHOOK = 'must have at least one webhook';

/** The fields of one webhook with one event. */
const SINGLE = ['webhookUrl', 'eventName'];
/** Either a list of webhooks, or one. */
export const FORMS: OneOf = [['webhooks'], SINGLE];

/** One form or the other: a URL with an event, or a list. */
const shapeViolations = ({ body, cleared }: Normalized): readonly Violation[] => {
  if (isSent(body, 'webhooks')) {
    return SINGLE.filter((name) => isSent(body, name)).map((name) => violation(name, 'must not be sent with webhooks'));
  }
  const missing = SINGLE.filter((name) => !isSent(body, name));
  if (missing.length === SINGLE.length && cleared.includes('webhooks')) return [violation('webhooks', NO_WEBHOOK)];
  return missing.map((name) => violation(name, 'is required', true));
};

/** The webhooks of a new subscription, in either form. */
export const validatedSubscription = (normalized: Normalized, locality: Locality): Validated => {
  const { webhookUrl, eventName, webhooks } = normalized.body;
  const isList = isSent(normalized.body, 'webhooks');
  const rows: readonly Row[] = isList ? rowsIn(webhooks) : [{ url: webhookUrl, events: [eventName] }];
  return {
    prepared: { webhooks: rows.map((row) => wantedFrom({ ...row, id: undefined })), auth: authIn(normalized) },
    violations: [
      ...shapeViolations(normalized),
      ...(isList
        ? rows.flatMap(({ url }, index) => urlViolations(`webhooks[${index}].url`, url, locality))
        : urlViolations('webhookUrl', webhookUrl, locality)),
    ],
  };
};
