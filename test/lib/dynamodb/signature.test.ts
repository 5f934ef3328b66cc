/** What the client signs, against the SDK's own signer: the same request, the same signature. */
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signedHeaders } from '../../../lib/dynamodb/client/client.ts';
import { runs } from '../../support/chosen.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const word = fc.stringMatching(/^[A-Za-z0-9/+=_-]{1,40}$/);

const requests = fc.record({
  body: fc.oneof(
    fc.json(),
    text.filter((body) => body !== ''),
  ),
  operation: fc.constantFrom('GetItem', 'Query', 'UpdateItem', 'TransactWriteItems'),
  url: fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.stringMatching(/^[a-z][a-z0-9]{0,9}(\.[a-z][a-z0-9]{0,9}){0,2}(:[1-9][0-9]{3})?$/),
      fc.constantFrom('/', '/local/', '/a/b'),
    )
    .map(([protocol, host, path]) => new URL(`${protocol}://${host}${path}`)),
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'cn-north-1', 'us-gov-west-1'),
  credentials: fc.record(
    {
      accessKeyId: word,
      secretAccessKey: fc.oneof(
        word,
        text.filter((secret) => secret !== ''),
      ),
      sessionToken: word,
    },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
  dates: fc.array(fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const lowerCase = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

it("gives the signature of the SDK's signer", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ body, operation, url, region, credentials, dates }) => {
      const theirs = new SignatureV4({
        credentials,
        region,
        service: 'dynamodb',
        sha256: Sha256,
        applyChecksum: false,
      });
      // Several days: the key of a day is remembered, and must not outlive it.
      for (const date of dates) {
        const headers = signedHeaders({ url, region }, credentials, operation, body, date.getTime());
        const { authorization, ...unsigned } = lowerCase(headers);
        const request = {
          protocol: url.protocol,
          hostname: url.hostname,
          method: 'POST',
          path: url.pathname,
          query: {},
          headers: unsigned,
          body,
        };
        const expected = await theirs.sign(request, { signingDate: date, unsignableHeaders: new Set(['user-agent']) });
        expect(lowerCase(expected.headers)).toEqual({ authorization, ...unsigned });
        expect(unsigned).toMatchObject({
          host: url.host,
          'content-length': String(Buffer.byteLength(body)),
          'x-amz-target': `DynamoDB_20120810.${operation}`,
          'x-amz-date': `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`,
        });
        expect(unsigned['x-amz-security-token']).toBe(credentials.sessionToken);
      }
    }),
    { numRuns: runs(200, 1000) },
  );
});
