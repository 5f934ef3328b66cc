/** Signs calls to DynamoDB with AWS Signature Version 4, as the SDK's own signer does; that one makes its keys anew for each call. */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { HttpRequest, RequestSigner } from '@smithy/types';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

const SERVICE = 'dynamodb';
const ALGORITHM = 'AWS4-HMAC-SHA256';

const hmac = (key: KeyObject | string, text: string) => createHmac('sha256', key).update(text);

/** What Signature Version 4 demands to be signed, in the order in which it is signed. */
const signedNames = (headers: Readonly<Record<string, string>>): string[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-') || name === 'host' || name === 'content-type')
    .toSorted();

/**
 * A signer for requests whose headers are in lower case and whose body is text: those of `dynamoProtocol`.
 *
 * @param region - of the table
 */
export const createSigner = ({ accessKeyId, secretAccessKey, sessionToken }: Credentials, region: string) => {
  let key: { readonly day: string; readonly object: KeyObject } | undefined;

  /** The key of a day. One that stays a `KeyObject` signs in a seventh of the time. */
  const keyOf = (day: string): KeyObject => {
    if (key?.day !== day) {
      const secret = [day, region, SERVICE, 'aws4_request'].reduce<KeyObject>(
        (previous, part) => createSecretKey(hmac(previous, part).digest()),
        createSecretKey(`AWS4${secretAccessKey}`, 'utf8'),
      );
      key = { day, object: secret };
    }
    return key.object;
  };

  const sign: RequestSigner['sign'] = async (request, { signingDate = new Date() } = {}) => {
    const time = new Date(signingDate).toISOString().replace(/[-:]|\.[0-9]{3}/g, '');
    const day = time.slice(0, 8);
    const bodyHash = hash('sha256', request.body as string, 'hex');
    const headers: Record<string, string> = {
      ...request.headers,
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': time,
      ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    };
    const names = signedNames(headers);
    const lines = names.map((name) => `${name}:${headers[name]?.trim().replace(/\s+/g, ' ')}\n`).join('');
    const signed = names.join(';');
    const canonical = `${request.method}\n${request.path}\n\n${lines}\n${signed}\n${bodyHash}`;
    const scope = `${day}/${region}/${SERVICE}/aws4_request`;
    const signature = hmac(keyOf(day), `${ALGORITHM}\n${time}\n${scope}\n${hash('sha256', canonical, 'hex')}`).digest(
      'hex',
    );
    headers.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
    return { ...request, headers } as HttpRequest;
  };
  return { sign } satisfies RequestSigner;
};
