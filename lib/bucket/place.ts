/** The endpoint of a bucket, from the environment, and the signing of requests to it. */
import type { OutgoingHttpHeaders } from 'node:http';
import { readCredentials } from '../dynamodb/client/client.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { domainOf } from '../dynamodb/client/endpoints.ts';
import { Signer } from '../dynamodb/client/signer.ts';

export interface Place {
  readonly region: string;
  /**
   * `https://<bucket>.s3.<region>.amazonaws.com`, or another S3 engine's URL with the bucket as its path, without a
   * slash at the end.
   */
  readonly url: string;
}

/**
 * The endpoint of the bucket named by an environment variable; `AWS_ENDPOINT_URL_S3` selects another S3 engine.
 *
 * @throws Error that names the missing variable
 */
export const placeOf = (variable: string): Place => {
  const { [variable]: bucket, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION: region } = process.env;
  if (!bucket) throw new Error(`The environment variable ${variable} is missing`);
  if (!region) throw new Error('The environment variable AWS_REGION is missing');
  const engine = AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL;
  const url = engine ? `${engine.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.${domainOf(region)}`;
  return { region, url };
};

interface Asking {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Of characters that need no escaping. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: OutgoingHttpHeaders;
}

const spelled = (query: Readonly<Record<string, string>>): string => {
  const text = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
};

const timeStamp = (): string => new Date(clock.now()).toISOString().replace(/[-:]|\.[0-9]{3}/g, '');

const partsOf = ({ region, url }: Place, { method, key, query = {} }: Asking) => {
  const { host, pathname, origin } = new URL(url);
  const path = `${pathname.replace(/\/$/, '')}/${key}${spelled(query)}`;
  return { service: 's3', region, method, host, path, origin };
};

/** A request with its signature in a header. The body is not signed. */
export const signedRequest = (place: Place, asking: Asking) => {
  const { origin, ...parts } = partsOf(place, asking);
  const signed = new Signer(
    {
      ...parts,
      headers: { ...asking.headers, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD', 'X-Amz-Date': timeStamp() },
    },
    readCredentials(),
  ).sign();
  return { url: new URL(`${origin}${parts.path}`), method: asking.method, headers: signed.headers ?? {} };
};

/** A presigned URL of an object, valid for this many seconds, or until the signing session ends if that is sooner. */
export const signedUrl = (place: Place, key: string, seconds: number): string => {
  const query = { 'X-Amz-Date': timeStamp(), 'X-Amz-Expires': String(seconds) };
  const { origin, ...parts } = partsOf(place, { method: 'GET', key, query });
  const { path } = new Signer({ ...parts, signQuery: true }, readCredentials()).sign();
  return `${origin}${path}`;
};
