/** Signatures, held to the verifier of the standard. */
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../../lib/subscriptions/signature.ts';

describe('A signature', () => {
  it('is the one that Standard Webhooks publishes', () => {
    const signed = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330_000,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(signed).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is one that the verifier takes, whatever the body and the secrets, and no other body', () => {
    const secret = fc
      .uint8Array({ minLength: 24, maxLength: 64 })
      .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
    fc.assert(
      fc.property(
        fc.json(),
        fc.string({ unit: 'grapheme' }),
        fc.uniqueArray(secret, { minLength: 1, maxLength: 2 }),
        secret,
        (json, text, secrets, other) => {
          const body = JSON.stringify({ json, text });
          const headers = signatureHeaders({ id: 'evt_1', at: Date.now(), body, secrets });
          for (const each of secrets) new Webhook(each).verify(body, headers);
          expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow('No matching signature');
          if (!secrets.includes(other)) expect(() => new Webhook(other).verify(body, headers)).toThrow();
        },
      ),
      { numRuns: 200 },
    );
  });
});
