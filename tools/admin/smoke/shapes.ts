/** Unusual requests: escapes in the path, and bodies of many megabytes. */
import * as errors from '../../../lib/contract/error-rows.ts';
import { check, expectError, isOurError, type Site, type SmokeCheck, skipped } from './check.ts';
import { businessIn, harmlessWith, type SmokeData, sized, withKey } from './samples.ts';

const MB = 1_000_000;

const padded = (bytes: number): string => JSON.stringify({ padding: 'x'.repeat(bytes) });

/** Escapes in the one parameter of a path: the functions must work whether AWS decodes them or not. */
const escapes = ({ send, key }: Site, data: SmokeData): SmokeCheck[] => {
  const business = businessIn(data);
  const links = (parameter: string) => () => send(withKey(key, harmlessWith(parameter)));
  const refused = ['7%2F1', '7%2B1', '%2B7', '7%20', '7%231', '7%00', '..%2F..'].map((parameter) =>
    check(
      'hold',
      `${parameter} in the path`,
      'an error of ours',
      links(parameter),
      (reply) => reply.status < 500 && isOurError(reply),
    ),
  );
  if (business === undefined) return [...refused, skipped('a number with its digits escaped', 'needs --business')];
  const escaped = [...String(business)].map((digit) => `%3${digit}`).join('');
  return [
    ...refused,
    check(
      'learn',
      'a number with its digits escaped',
      '200, as without escapes',
      links(escaped),
      ({ status }) => status === 200,
    ),
  ];
};

const bodies = ({ send, key }: Site): SmokeCheck[] => {
  const ofSize = (bytes: number) => () => send(withKey(key, sized(padded(bytes))));
  return [
    // Between Lambda's 6 MB (4.7 MB in base64) and the gateway's 10 MB it is not known which of the two refuses.
    check('hold', 'a body of 7 MB: refused', '4xx', ofSize(7 * MB), ({ status }) => status >= 400 && status < 500),
    expectError('a body of 7 MB: the code', errors.bodyTooLarge, ofSize(7 * MB), 'learn'),
    // The gateway's own 413 cannot be changed; the gateway may also close the connection during the upload.
    check(
      'hold',
      'a body of 11 MB',
      "413, in the gateway's own words",
      ofSize(11 * MB),
      ({ status }) => status === 413 || status === 0,
    ),
  ];
};

export const shapeChecks = (site: Site, data: SmokeData): SmokeCheck[] => [...escapes(site, data), ...bodies(site)];
