/**
 * The functions' client of DynamoDB, and of what speaks the same protocol: `aws4` signs, Node's `https` sends; what is
 * decoded and tried again stands beside.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { Credentials } from 'aws4';
import { type Call, CallError, type CallOptions, isRead, MOST_TRIES, waits } from './call.ts';
import { endpointOf } from './endpoints.ts';
import { createExchange } from './exchange.ts';
import { readResponse, skewOf } from './responses.ts';
import { createRetryBudget, pauseAfter } from './retries.ts';
import { Signer } from './signer.ts';
import { sources } from './sources.ts';
import { GIVEN_UP, isOver, TryError, type TryFailure } from './try-error.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing`);
  return value;
};
const isSet = (name: string): boolean => process.env[name]?.toLowerCase() === 'true';

export interface Place {
  readonly region: string;
  readonly url: URL;
  /** As signatures name it; DynamoDB where it is left out. */
  readonly service?: string;
  /** What the names of operations begin with. */
  readonly target?: string;
}

/** Where DynamoDB is. The environment says so when a function starts, and no other thing later. */
const placeOf = (endpoint: string | undefined): Place => {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL } = process.env;
  const region = required('AWS_REGION');
  const custom = endpoint || AWS_ENDPOINT_URL_DYNAMODB || AWS_ENDPOINT_URL;
  const choice = { fips: isSet('AWS_USE_FIPS_ENDPOINT'), dualStack: isSet('AWS_USE_DUALSTACK_ENDPOINT') };
  // Whoever demands validated cryptography must not get another host unnoticed.
  if (custom && choice.fips)
    throw new Error(`AWS_USE_FIPS_ENDPOINT and an endpoint of its own (${custom}) exclude each other`);
  return { region, url: new URL(custom || endpointOf(region, choice)) };
};

/** Lambda's credentials may change while a function is alive: they are read for each call. */
export const readCredentials = (): Credentials => {
  const { AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};

/**
 * The headers of a call, the signature among them.
 *
 * @param signedAt - milliseconds since 1970, by the clock of the server
 */
export const signedHeaders = (
  { region, url, service = 'dynamodb', target = 'DynamoDB_20120810' }: Place,
  credentials: Credentials,
  operation: string,
  body: string,
  signedAt: number,
): OutgoingHttpHeaders => {
  const signed = new Signer(
    {
      service,
      region,
      method: 'POST',
      host: url.host,
      path: url.pathname,
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'User-Agent': 'app/partner-listing-api',
        'X-Amz-Date': new Date(signedAt).toISOString().replace(/[-:]|\.[0-9]{3}/g, ''),
        'X-Amz-Target': `${target}.${operation}`,
      },
      body,
    },
    credentials,
  ).sign();
  return signed.headers ?? {};
};

/** A call of any service that speaks AWS's JSON protocol: DynamoDB's, less what is known of its operations. */
export type JsonCall = (
  operation: string,
  input: object,
  options?: CallOptions,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * A client of the service at a place. It asks for credentials at each call, as they may change.
 *
 * @param waiting - how long a try waits
 * @param credentials - those of the environment where it is left out; operators' commands know more ways to find them
 * @throws Error that names the variable of the environment that is missing, as a call does for credentials
 */
export const jsonClient = (
  place: Place,
  waiting = waits,
  credentials: () => Credentials | Promise<Credentials> = readCredentials,
): JsonCall => {
  if (credentials === readCredentials) readCredentials();
  const { protocol, hostname, port, path } = urlToHttpOptions(place.url);
  const target = { protocol, hostname, port, path };
  const exchange = createExchange(waiting);
  const budget = createRetryBudget();
  /** Milliseconds by which the server's clock is ahead of ours; 0 until it refuses ours. */
  let skew = 0;

  const tryOnce = async (operation: string, body: string, signer: Credentials, options: CallOptions) => {
    const known = skew;
    const signedAt = sources.now() + known;
    const headers = signedHeaders(place, signer, operation, body, signedAt);
    const response = await exchange({ target, headers, body }, options);
    try {
      return readResponse(response);
    } catch (error) {
      const found = error instanceof TryError && skewOf(error.failure.name, response, signedAt);
      if (!found) throw error;
      // Calls at the same time learn the same: what was found adds to what this one knew.
      skew = known + found;
      throw new TryError(error.message, { ...error.failure, retry: 'transient' });
    }
  };

  return async (operation, input, options = {}) => {
    const found = credentials();
    // A function's are there at once: no turn is lost to waiting for them.
    const signer = found instanceof Promise ? await found : found;
    const body = JSON.stringify(input);
    let uncertain = false;
    let cost = 0;
    let last: TryError | undefined;
    const failed = (message: string, failure: TryFailure, attempts: number) =>
      new CallError(message, { ...failure, attempts, uncertain: uncertain && !isRead(operation) });

    for (let attempt = 1; ; attempt++) {
      if (isOver(options)) {
        throw failed('The call was given up', { name: GIVEN_UP, uncertain, cause: last }, attempt - 1);
      }
      try {
        const fields = await tryOnce(operation, body, signer, options);
        budget.giveBack(cost);
        return fields;
      } catch (error) {
        if (!(error instanceof TryError)) throw error;
        last = error;
        const { message, failure } = error;
        uncertain ||= failure.uncertain;
        const { retry } = failure;
        if (!retry || attempt === MOST_TRIES) throw failed(message, failure, attempt);
        const price = budget.take(retry);
        if (price === undefined) throw failed(message, failure, attempt);
        cost = price;
        await pauseAfter(attempt, retry, options);
      }
    }
  };
};

/**
 * A client of the region's DynamoDB.
 *
 * @param endpoint - another DynamoDB than that of the region or of `AWS_ENDPOINT_URL_DYNAMODB`
 * @param waiting - how long a try waits
 * @throws Error that names the variable of the environment that is missing, as a call does for credentials
 */
export const functionClient = (endpoint?: string, waiting = waits): Call =>
  jsonClient(placeOf(endpoint), waiting) as Call;
