/** Whether a request to the local bucket is signed with the functions' credentials, as S3 would check it. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Signer } from '../../../lib/dynamodb/client/signer.ts';
import { localEnvironment } from '../../local-credentials.ts';

const { AWS_REGION: region, AWS_SECRET_ACCESS_KEY: secretAccessKey } = localEnvironment;

/** Every access key has the one secret: functions have their own keys only to identify the caller (iam/guard.ts). */
const credentialsIn = (credential: string | undefined) => ({
  accessKeyId: credential?.split('/')[0] ?? '',
  secretAccessKey,
});

/** The largest difference between the clocks of client and server. */
const SKEW_MILLISECONDS = 15 * 60_000;

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const signatureIn = (text: string): string => /Signature=([0-9a-f]{64})/.exec(text)?.[1] ?? '';

/** Whether a URL is signed and has not expired. */
const isSignedUrl = (url: URL, method: string, host: string, now: number): boolean => {
  const given = url.searchParams.get('X-Amz-Signature') ?? '';
  const [signedAt, seconds] = ['X-Amz-Date', 'X-Amz-Expires'].map((name) => url.searchParams.get(name) ?? '');
  const at = timeOf(signedAt!);
  const isLive = now >= at - SKEW_MILLISECONDS && now <= at + Number(seconds) * 1000;
  const path = `${url.pathname}${url.search}`.replace(/&X-Amz-Signature=[0-9a-f]*/, '');
  const credentials = credentialsIn(url.searchParams.get('X-Amz-Credential') ?? undefined);
  const signed = new Signer({ service: 's3', region, method, host, path, signQuery: true }, credentials).sign();
  return isLive && isSame(given, signatureIn(signed.path ?? ''));
};

/** Whether the `Authorization` header signs the request. */
const isSignedRequest = ({ headers, method = 'GET', url = '/' }: IncomingMessage, now: number): boolean => {
  const authorization = headers.authorization ?? '';
  const stamp = String(headers['x-amz-date'] ?? '');
  if (Math.abs(now - timeOf(stamp)) > SKEW_MILLISECONDS) return false;
  const names = (/SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '').split(';');
  const own = Object.fromEntries(names.filter((name) => name !== 'host').map((name) => [name, headers[name] ?? '']));
  const signed = new Signer(
    { service: 's3', region, method, host: headers.host ?? '', path: url, headers: own },
    credentialsIn(/Credential=([^,]+)/.exec(authorization)?.[1]),
  ).sign();
  return isSame(signatureIn(authorization), signatureIn(String(signed.headers?.Authorization ?? '')));
};

export const isSigned = (request: IncomingMessage, now: number): boolean => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return url.searchParams.has('X-Amz-Signature')
    ? isSignedUrl(url, request.method ?? 'GET', request.headers.host ?? '', now)
    : isSignedRequest(request, now);
};
