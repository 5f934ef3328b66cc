/** Calls to API Gateway's control plane: signed requests, retried if one was lost. */
import { urlToHttpOptions } from 'node:url';
import { type CallOptions, waits } from '../dynamodb/client/call.ts';
import { readCredentials } from '../dynamodb/client/client.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { endpointOf } from '../dynamodb/client/endpoints.ts';
import { createExchange, type Response } from '../dynamodb/client/exchange.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import { pauseAfter } from '../dynamodb/client/retries.ts';
import { Signer } from '../dynamodb/client/signer.ts';
import { TryError } from '../dynamodb/client/try-error.ts';

/** The control plane allows ten calls a second for the complete AWS account, so a lost call is retried only once. */
const TRIES = 2;

const exchange = createExchange({ ...waits, requestTimeout: 5000 });

const isSet = (name: string): boolean => process.env[name]?.toLowerCase() === 'true';

/** The endpoint of API Gateway, from the environment; `AWS_ENDPOINT_URL_API_GATEWAY` overrides it. */
const placeOf = (): { readonly region: string; readonly origin: string } => {
  const { AWS_REGION: region, AWS_ENDPOINT_URL_API_GATEWAY, AWS_ENDPOINT_URL } = process.env;
  if (!region) throw new Error('The environment variable AWS_REGION is missing');
  const choice = { fips: isSet('AWS_USE_FIPS_ENDPOINT'), dualStack: isSet('AWS_USE_DUALSTACK_ENDPOINT') };
  const origin = AWS_ENDPOINT_URL_API_GATEWAY || AWS_ENDPOINT_URL || endpointOf(region, choice, 'apigateway');
  return { region, origin: origin.replace(/\/+$/, '') };
};

const messageOf = (pathAndQuery: string) => {
  const { region, origin } = placeOf();
  const url = new URL(origin + pathAndQuery);
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
        'X-Amz-Date': new Date(clock.now()).toISOString().replace(/[-:]|\.[0-9]{3}/g, ''),
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

export const failed = (message: string, retry?: 'throttled' | 'transient'): TryError =>
  new TryError(`API Gateway: ${message}`, { name: 'ResponseError', retry });

const bodyOf = ({ status, headers, body }: Response): unknown => {
  if (status !== 200) {
    const type = String(headers['x-amzn-errortype'] ?? '').replace(/[^A-Za-z].*$/, '');
    const retry = status === 429 ? 'throttled' : status >= 500 ? 'transient' : undefined;
    throw failed(`status ${status} ${type}`.trim(), retry);
  }
  try {
    return JSON.parse(body);
  } catch {
    throw failed('a response that is no JSON', 'transient');
  }
};

/**
 * Reads a path of the control plane.
 *
 * @param read - extracts the result from the response; throwing `failed` marks the response as invalid
 * @throws StoreUnavailable if API Gateway returns no such response in time
 */
export const readGateway = async <T>(
  pathAndQuery: string,
  read: (body: unknown) => T,
  options: CallOptions,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return read(bodyOf(await exchange(messageOf(pathAndQuery), options)));
    } catch (error) {
      if (!(error instanceof TryError)) throw error;
      const { retry } = error.failure;
      if (!retry || attempt === TRIES) throw new StoreUnavailable(error.message, { cause: error });
      await pauseAfter(attempt, retry, options);
    }
  }
};
