/**
 * The functions' client for DynamoDB and for services with the same protocol: `aws4` signs, Node's `https` sends.
 * Decoding and retries are in files next to this one.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { Credentials } from 'aws4';
import { type Call, CallError, type CallOptions, isRead, MOST_TRIES, waits } from './call.ts';
import { clock } from './clock.ts';
import { endpointOf } from './endpoints.ts';
import { createExchange } from './exchange.ts';
import { readResponse, skewOf } from './responses.ts';
import { createRetryBudget, pauseAfter } from './retries.ts';
import { Signer } from './signer.ts';
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
  /** The service name in signatures; DynamoDB if left out. */
  readonly service?: string;
  /** The prefix of operation names in requests. */
  readonly target?: string;
}

/** The endpoint of DynamoDB, read from the environment when a function starts. */
const placeOf = (endpoint: string | undefined): Place => {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL } = process.env;
  const region = required('AWS_REGION');
  const custom = endpoint || AWS_ENDPOINT_URL_DYNAMODB || AWS_ENDPOINT_URL;
  const choice = { fips: isSet('AWS_USE_FIPS_ENDPOINT'), dualStack: isSet('AWS_USE_DUALSTACK_ENDPOINT') };
  // A FIPS setting must not be bypassed silently by a custom endpoint.
  if (custom && choice.fips)
    throw new Error(`AWS_USE_FIPS_ENDPOINT is set, so that no custom endpoint (${custom}) may be used`);
  return { region, url: new URL(custom || endpointOf(region, choice)) };
};

/** Reads the credentials for each call: Lambda may change them while a function is alive. */
export const readCredentials = (): Credentials => {
  const { AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};

/**
 * The headers of a call, including the signature.
 *
 * @param signedAt - epoch milliseconds, by the clock of the server
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

/** A call of any service that uses AWS's JSON protocol: as DynamoDB's, without types for its operations. */
export type JsonCall = (
  operation: string,
  input: object,
  options?: CallOptions,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * A client for the service at an endpoint. It gets credentials at each call, as they may change.
 *
 * @param waiting - how long a try waits
 * @param credentials - defaults to those of the environment; operators' commands find them in more ways
 * @throws Error naming a missing environment variable; calls throw it for missing credentials
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
  /** Milliseconds by which the server's clock is ahead; 0 until it refuses a request for its time. */
  let skew = 0;

  const tryOnce = async (operation: string, body: string, signer: Credentials, options: CallOptions) => {
    const known = skew;
    const signedAt = clock.now() + known;
    const headers = signedHeaders(place, signer, operation, body, signedAt);
    const response = await exchange({ target, headers, body }, options);
    try {
      return readResponse(response);
    } catch (error) {
      const found = error instanceof TryError && skewOf(error.failure.name, response, signedAt);
      if (!found) throw error;
      // Concurrent calls find the same skew: add it to the value that this call used, not to the current one.
      skew = known + found;
      throw new TryError(error.message, { ...error.failure, retry: 'transient' });
    }
  };

  return async (operation, input, options = {}) => {
    const found = credentials();
    // A function's credentials are available synchronously; awaiting them would delay the call.
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
        uncertain ||= failure.uncertain === true;
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
 * A client for the region's DynamoDB.
 *
 * @param endpoint - overrides the region's endpoint and `AWS_ENDPOINT_URL_DYNAMODB`
 * @param waiting - how long a try waits
 * @throws Error naming a missing environment variable; calls throw it for missing credentials
 */
export const functionClient = (endpoint?: string, waiting = waits): Call =>
  jsonClient(placeOf(endpoint), waiting) as Call;
