/** API Gateway's counts of requests by key and day: the one call of its control plane that a function makes. */
import { urlToHttpOptions } from 'node:url';
import { type CallOptions, waits } from '../dynamodb/call.ts';
import { readCredentials } from '../dynamodb/client.ts';
import { endpointOf } from '../dynamodb/endpoints.ts';
import { createExchange, type Response } from '../dynamodb/exchange.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import { pauseAfter } from '../dynamodb/retries.ts';
import { Signer } from '../dynamodb/signer.ts';
import { sources } from '../dynamodb/sources.ts';
import { TryError } from '../dynamodb/try-error.ts';
import type { DayOfUse } from './rules/use.ts';

export interface AskedCounts {
  /** The ids that API Gateway gave the usage plan and the key in it. */
  readonly planId: string;
  readonly keyId: string;
  /** The first day and the last, in UTC: `2026-11-22`. */
  readonly from: string;
  readonly to: string;
}

/** The control plane takes ten calls a second of all that an account does: no more tries than one that was lost needs. */
const TRIES = 2;

const exchange = createExchange({ ...waits, requestTimeout: 5000 });

const isSet = (name: string): boolean => process.env[name]?.toLowerCase() === 'true';

/** Where API Gateway is, by the environment; `AWS_ENDPOINT_URL_API_GATEWAY` leads elsewhere. */
const placeOf = (): { readonly region: string; readonly origin: string } => {
  const { AWS_REGION: region, AWS_ENDPOINT_URL_API_GATEWAY, AWS_ENDPOINT_URL } = process.env;
  if (!region) throw new Error('The environment variable AWS_REGION is missing');
  const choice = { fips: isSet('AWS_USE_FIPS_ENDPOINT'), dualStack: isSet('AWS_USE_DUALSTACK_ENDPOINT') };
  const origin = AWS_ENDPOINT_URL_API_GATEWAY || AWS_ENDPOINT_URL || endpointOf(region, choice, 'apigateway');
  return { region, origin: origin.replace(/\/+$/, '') };
};

const messageOf = ({ planId, keyId, from, to }: AskedCounts) => {
  const { region, origin } = placeOf();
  const query = `?endDate=${to}&keyId=${encodeURIComponent(keyId)}&startDate=${from}`;
  const url = new URL(`${origin}/usageplans/${encodeURIComponent(planId)}/usage${query}`);
  const signed = new Signer(
    {
      service: 'apigateway',
      region,
      method: 'GET',
      host: url.host,
      path: url.pathname + url.search,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'app/partner-listing-api',
        'X-Amz-Date': new Date(sources.now()).toISOString().replace(/[-:]|\.[0-9]{3}/g, ''),
      },
    },
    readCredentials(),
  ).sign();
  const { protocol, hostname, port, path } = urlToHttpOptions(url);
  return {
    target: { protocol, hostname, port, path },
    method: 'GET',
    headers: signed.headers ?? {},
    body: '',
  } as const;
};

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** The days of a response: `{"values": {"<key>": [[used, remaining], …]}}`; none for a key that was not used. */
const daysIn = ({ status, headers, body }: Response, keyId: string): readonly DayOfUse[] => {
  const failed = (message: string, retry?: 'throttled' | 'transient') =>
    new TryError(`API Gateway's counts: ${message}`, { name: 'ResponseError', uncertain: false, retry });
  if (status !== 200) {
    const type = String(headers['x-amzn-errortype'] ?? '').replace(/[^A-Za-z].*$/, '');
    const retry = status === 429 ? 'throttled' : status >= 500 ? 'transient' : undefined;
    throw failed(`status ${status} ${type}`.trim(), retry);
  }
  let values: unknown;
  try {
    values = JSON.parse(body).values;
  } catch {
    throw failed('a response that is no JSON', 'transient');
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw failed('a response without values');
  // What another key has used is no business of this one, whatever else the response may hold.
  const rows: unknown = Object.hasOwn(values, keyId) ? (values as Record<string, unknown>)[keyId] : [];
  if (!Array.isArray(rows)) throw failed('a key without days');
  return rows.map((row: unknown) => {
    const [used, remaining] = Array.isArray(row) ? row : [];
    if (!isCount(used) || !isCount(remaining)) throw failed('a day without numbers');
    return { used, remaining };
  });
};

/**
 * How often a key was used on each day, the first one first.
 *
 * @throws StoreUnavailable where API Gateway gives no such counts in time
 */
export const countsOf = async (asked: AskedCounts, options: CallOptions): Promise<readonly DayOfUse[]> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return daysIn(await exchange(messageOf(asked), options), asked.keyId);
    } catch (error) {
      if (!(error instanceof TryError)) throw error;
      const { retry } = error.failure;
      if (!retry || attempt === TRIES) throw new StoreUnavailable(error.message, { cause: error });
      await pauseAfter(attempt, retry, options);
    }
  }
};
