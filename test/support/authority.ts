/** A certificate authority of its own for a test of TLS, made by Node alone: X.509 in DER, as far as two certificates need it. */
import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

const der = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  // One byte says a short length; a longer one is said after the number of its bytes.
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
};
const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.of(...bytes));
const TRUE = der(0x01, Buffer.of(0xff));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const nameOf = (commonName: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), text(0x0c, commonName))));

/** `id-ce` and a number, whether it is critical, and its value in a wrapping of its own. */
const extension = (id: number, isCritical: boolean, value: Buffer) =>
  sequence(oid(0x55, 0x1d, id), ...(isCritical ? [TRUE] : []), der(0x04, value));
const AUTHORITY_ONLY = [
  extension(0x13, true, sequence(TRUE)),
  // Signs certificates.
  extension(0x0f, true, der(0x03, Buffer.of(2, 0x04))),
];

interface Request {
  readonly subject: string;
  readonly issuer: string;
  readonly serial: number;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
}

const DAY = 86_400_000;
const time = (milliseconds: number) =>
  text(0x18, `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`);

const certify = ({ subject, issuer, serial, publicKey, signer, extensions }: Request): string => {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(serial)),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, signer));
  return new X509Certificate(sequence(body, ECDSA_WITH_SHA256, signature)).toString();
};

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/**
 * @param hosts - names that the certificate is for
 * @returns in PEM: the authority's certificate, and one that it signed with its key
 */
export const createAuthority = (...hosts: readonly string[]) => {
  const authority = keyPair();
  const server = keyPair();
  const issuer = 'Authority of a test';
  const signer = authority.privateKey;
  // Python asks for both from 3.13 on (RFC 5280, 4.2.1.1 and 4.2.1.2).
  const keyId = createHash('sha1')
    .update(authority.publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const [ownKey, issuerKey] = [
    extension(0x0e, false, der(0x04, keyId)),
    extension(0x23, false, sequence(der(0x80, keyId))),
  ];
  const names = extension(0x11, false, sequence(...hosts.map((host) => text(0x82, host))));
  return {
    authority: certify({
      subject: issuer,
      issuer,
      serial: 1,
      publicKey: authority.publicKey,
      signer,
      extensions: [...AUTHORITY_ONLY, ownKey],
    }),
    certificate: certify({
      subject: 'a server',
      issuer,
      serial: 2,
      publicKey: server.publicKey,
      signer,
      extensions: [names, issuerKey],
    }),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
