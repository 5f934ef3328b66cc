/** Signs requests (Signature Version 4) as `aws4` does. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import aws4 from 'aws4';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signing key of the last day, for each service: credentials change every few hours. */
const known = new Map<string, { readonly of: string; readonly key: KeyObject }>();

const keyOf = (secret: string, scope: readonly [date: string, region: string, service: string]): KeyObject => {
  const [, , service] = scope;
  const of = [secret, ...scope].join('\n');
  const last = known.get(service);
  if (last?.of === of) return last.key;
  const bytes = [...scope, 'aws4_request'].reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`);
  const key = createSecretKey(bytes as Buffer);
  known.set(service, { of, key });
  return key;
};

/** Caches the day's key as a KeyObject: an HMAC with a key of plain bytes takes seven times as long. */
export class Signer extends aws4.RequestSigner {
  private names: string | undefined;

  /** Each request states its service and region, so they need not be parsed from the host name. */
  override matchHost(): [string, string] {
    return ['', ''];
  }

  /** Cached, as `aws4` calls it twice. */
  override signedHeaders(): string {
    this.names ??= super.signedHeaders();
    return this.names;
  }

  override signature(): string {
    const { secretAccessKey = '' } = this.credentials;
    const key = keyOf(secretAccessKey, [this.getDate(), this.region, this.service]);
    return createHmac('sha256', key).update(this.stringToSign()).digest('hex');
  }
}
