/** The signer against the SDK's own: the same request, the same signature. */
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpRequest } from '@smithy/types';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSigner } from '../../../lib/dynamodb/signer.ts';

/** Headers that the SDK's signer signs beside the ones that must be. */
const MAY_STAY_UNSIGNED = new Set(['amz-sdk-invocation-id', 'amz-sdk-request', 'content-length', 'accept']);

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const word = fc.stringMatching(/^[A-Za-z0-9/+=_-]{1,40}$/);
const headerText = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);

const requests = fc.record({
  body: fc.json().map((json) => json),
  operation: word,
  host: fc.stringMatching(/^[a-z0-9.-]{1,30}(:[0-9]{2,5})?$/),
  path: fc.constantFrom('/', '/local/'),
  sdk: fc.dictionary(fc.constantFrom('user-agent', ...MAY_STAY_UNSIGNED), headerText),
  amz: fc.dictionary(fc.stringMatching(/^x-amz-[a-z]{1,12}$/), headerText),
});
const credentials = fc.record({
  accessKeyId: word,
  secretAccessKey: fc.oneof(
    word,
    text.filter((secret) => secret !== ''),
  ),
  sessionToken: fc.option(word, { nil: undefined }),
});
const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

it("gives the signature of the SDK's signer", async () => {
  await fc.assert(
    fc.asyncProperty(
      requests,
      credentials,
      fc.constantFrom('us-east-1', 'eu-central-1', 'cn-north-1'),
      fc.array(dates, { minLength: 1, maxLength: 3 }),
      async ({ body, operation, host, path, sdk, amz }, keys, region, signingDates) => {
        const ours = createSigner(keys, region);
        const theirs = new SignatureV4({
          credentials: { ...keys, sessionToken: keys.sessionToken } as never,
          region,
          service: 'dynamodb',
          sha256: Sha256,
        });
        const target = `DynamoDB_20120810.${operation}`;
        const headers = { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target, ...sdk, ...amz };
        const request = { protocol: 'https:', hostname: host, method: 'POST', path, query: {}, headers, body };
        // One signer, several days: its key is remembered, and must not outlive its day.
        for (const signingDate of signingDates) {
          const before = structuredClone(request);
          const signed = await ours.sign(request as unknown as HttpRequest, { signingDate });
          const expected = await theirs.sign(request as unknown as HttpRequest, {
            signingDate,
            unsignableHeaders: MAY_STAY_UNSIGNED,
          });
          expect(signed.headers).toEqual(expected.headers);
          // It is signed again for each try.
          expect(request).toEqual(before);
        }
      },
    ),
    { numRuns: 500 },
  );
});
