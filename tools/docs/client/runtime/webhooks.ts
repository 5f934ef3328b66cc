/** Verifies the API's webhook requests, as Standard Webhooks specifies (docs/webhooks.md: receive). */

/** An event of any type. Its `id` is the same on every attempt and every replay of a delivery. */
export interface AnyEvent {
  id: string;
  /** `BUSINESS_UPDATED` or another type that "List events" returns. */
  type: string;
  /** When it happened, ISO 8601 in UTC. */
  timestamp: string;
  apiVersion: string;
  /** The account that it belongs to. */
  businessNumber: number;
  data: Readonly<Record<string, unknown>>;
}

/** The request is not from the API, too old, or altered: respond with a 400, and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface VerifyOptions {
  /** Seconds that the request's time may be off; 300 by default. */
  tolerance?: number;
  /** The time in milliseconds since 1970, for tests. */
  now?: number;
}

type HeaderText = string | Uint8Array;
type HeaderValue = HeaderText | readonly HeaderText[] | null | undefined;

/**
 * Headers as a framework has them: `Headers`, pairs of name and value, or an object by names, in any case. A value is
 * text or bytes, or a list of one.
 */
export type WebhookHeaders =
  | Iterable<readonly [name: HeaderText, value: HeaderValue]>
  | Readonly<Record<string, HeaderValue>>
  | null
  | undefined;

const PREFIX = 'whsec_';
const VERSION = 'v1,';

const textOf = (value: unknown): unknown => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value);

/** `webhook-id`, also of the `HTTP_WEBHOOK_ID` of a gateway interface. */
const nameOf = (name: unknown): string =>
  String(textOf(name))
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '');

const pairsOf = (headers: WebhookHeaders): readonly (readonly unknown[])[] => {
  if (typeof headers !== 'object' || headers === null) return [];
  // Of another realm too, whose `Headers` is another class.
  return Symbol.iterator in headers ? [...(headers as Iterable<readonly unknown[]>)] : Object.entries(headers);
};

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const [found, ...others] = pairsOf(headers)
    .filter(([each]) => nameOf(each) === name)
    .flatMap(([, value]) => value)
    .filter((value) => value !== undefined && value !== null)
    .map(textOf);
  if (typeof found === 'string' && found !== '' && others.length === 0) return found;
  throw new WebhookError(`The header ${name} is missing, or there twice`);
};

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

const keyOf = (secret: string) => {
  try {
    const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (bytes.length === 0) throw new TypeError('empty');
    return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  } catch {
    // Without the secret itself, because errors are logged.
    throw new TypeError(`A secret must begin with ${PREFIX}, with base64 after it`);
  }
};

const signaturesIn = (header: string): readonly Uint8Array[] =>
  header.split(' ').flatMap((each) => {
    try {
      return each.startsWith(VERSION) ? [fromBase64(each.slice(VERSION.length))] : [];
    } catch {
      return [];
    }
  });

/** Compares in constant time, so that timing reveals nothing about the signature. */
const isSame = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ b[index]!;
  return difference === 0;
};

const joined = (head: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const first = new TextEncoder().encode(head);
  const all = new Uint8Array(first.length + body.length);
  all.set(first);
  all.set(body, first.length);
  return all;
};

/**
 * Verifies a request and returns its event.
 *
 * @param body - the raw body, before it is parsed: bytes, or their text
 * @param secrets - one, or during a rotation both
 * @throws WebhookError unless one of the secrets signed the request within the tolerance
 * @throws TypeError for an invalid secret
 */
const verify = async (
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<AnyEvent> => {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new TypeError('There must be a secret');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new WebhookError('The header webhook-timestamp is no number');
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance) {
    throw new WebhookError('The request is too old, or of the future');
  }
  const bytes = bytesOf(body);
  const signed = joined(`${id}.${timestamp}.`, bytes);
  const macs = await Promise.all(
    keys.map(async (key) => new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))),
  );
  if (!signatures.some((each) => macs.some((mac) => isSame(each, mac)))) {
    throw new WebhookError('No signature is right');
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new WebhookError('The body is no JSON', { cause });
  }
};

export const webhooks = { verify };
