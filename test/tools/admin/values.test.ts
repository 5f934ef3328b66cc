import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { explain } from '../../../tools/admin/explain.ts';
import { keyState, newSecret, shortId } from '../../../tools/admin/secrets.ts';
import { textTable } from '../../../tools/admin/text-table.ts';
import {
  contactId,
  duration,
  durationOrNever,
  integer,
  integerOrZero,
  keyId,
  partnerId,
  shownName,
  stageName,
  webAddress,
} from '../../../tools/admin/values.ts';
import { differingBuckets, digestItems, itemHash } from '../../../tools/data/commands/table-digest.ts';
import { AdminError } from '../../../tools/io.ts';

describe('what an operator types', () => {
  test.each([
    ['90d', 90 * 86_400_000],
    ['24h', 86_400_000],
    ['30m', 1_800_000],
    ['45s', 45_000],
    ['2w', 14 * 86_400_000],
  ])('%s is a duration', (text, milliseconds) => expect(duration(text)).toBe(milliseconds));

  test.each(['', '90', 'd', '0d', '-1d', '1.5h', '1y', '90 d', '9999999999d', '11000d', 'never'])(
    '%s is no duration',
    (text) => expect(() => duration(text)).toThrow('for instance 90d'),
  );

  test('never is an end that does not come', () => {
    expect(durationOrNever('never')).toBe('never');
    expect(durationOrNever('1h')).toBe(3_600_000);
  });

  test('names and numbers are checked', () => {
    expect(integer('700100')).toBe(700_100);
    expect(['-24', '0', '41001'].map(contactId)).toEqual([-24, 0, 41_001]);
    for (const wrong of ['', '-', '1e3', '-9999999999999999']) expect(() => contactId(wrong)).toThrow();
    expect(() => integer('0')).toThrow();
    expect(integerOrZero('0')).toBe(0);
    expect(() => integer('0x10')).toThrow();
    expect(() => integer('9999999999999999')).toThrow();
    expect(partnerId('orchard-2')).toBe('orchard-2');
    expect(shownName('Orchard & Co.')).toBe('Orchard & Co.');
    for (const blank of ['', ' ']) expect(() => shownName(blank)).toThrow('not blank');
    expect(() => partnerId('Orchard')).toThrow();
    expect(() => partnerId('a#b')).toThrow();
    expect(keyId('0123456789ab')).toBe('0123456789ab');
    expect(() => keyId('0123')).toThrow('keys list');
    expect(stageName('dev-2')).toBe('dev-2');
    expect(() => stageName('2dev')).toThrow();
    expect(webAddress('https://a.example/prod/')).toBe('https://a.example/prod');
    expect(() => webAddress('ftp://a.example')).toThrow();
    expect(() => webAddress('localhost:3000')).toThrow();
  });
});

describe('failures', () => {
  const fault = (name: string, message = 'words of AWS') => Object.assign(new Error(message), { name });
  test.each([
    [new AdminError('as it is'), 'as it is'],
    [fault('CredentialsProviderError'), 'no valid AWS credentials'],
    [fault('ExpiredTokenException'), 'have expired'],
    [fault('Error', 'Region is missing'), 'No AWS Region'],
    [fault('AccessDeniedException'), 'denies this to your credentials: words of AWS'],
    [fault('TooManyRequestsException'), 'again in a minute'],
    [fault('StoreUnavailable'), 'continues where it stopped'],
    [new StoreUnavailable('away', { cause: fault('ExpiredTokenException') }), 'have expired'],
    [fault('SomethingElse'), 'words of AWS'],
    [
      Object.assign(new Error("ENOENT: no such file, open 'x'"), { code: 'ENOENT' }),
      'the file or folder does not exist',
    ],
  ])('%s is explained', (error, words) => expect(explain(error)).toContain(words));
});

describe('secrets', () => {
  test('are recognisable, of the form that keys have, and never the same', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    for (const secret of secrets) expect(secret).toMatch(/^plk_[A-Za-z0-9_-]{43}$/);
    expect(new Set(secrets).size).toBe(50);
  });

  test('a key is usable until it expires or is revoked', () => {
    const key = { sha256: 'ab'.repeat(32), partnerId: 'p', plan: 'x', meteringKey: 'm' };
    const expiresAt = '2026-01-01T00:00:00Z';
    expect(shortId(key.sha256)).toBe('abababababab');
    expect(keyState(key, 0)).toBe('usable');
    expect(keyState({ ...key, expiresAt }, Date.parse(expiresAt) - 1)).toBe('usable');
    expect(keyState({ ...key, expiresAt }, Date.parse(expiresAt))).toBe('expired');
    expect(keyState({ ...key, expiresAt, revoked: true }, 0)).toBe('revoked');
  });
});

describe('digests', () => {
  const stream = async function* (items: readonly Record<string, unknown>[]) {
    yield* items;
  };
  const items = Array.from({ length: 200 }, (_, at) => ({
    pk: `p${at}`,
    sk: 's',
    deep: { a: [at, { x: 1, y: null }], b: 'é' },
  }));

  test('are the same in any order of items and of names', async () => {
    const turned = items.toReversed().map(({ pk, sk, deep: { a, b } }) => ({ deep: { b, a }, sk, pk }));
    const [one, other] = [await digestItems(stream(items)), await digestItems(stream(turned))];
    expect(other.sha256).toBe(one.sha256);
    expect(one.count).toBe(200);
    expect(differingBuckets(one, other).size).toBe(0);
  });

  test.each([
    [
      'a value',
      (all: typeof items) => all.map((item, at) => (at === 7 ? { ...item, deep: { ...item.deep, b: 'e' } } : item)),
    ],
    ['an item less', (all: typeof items) => all.slice(1)],
    ['an item twice', (all: typeof items) => [...all, all[0]!]],
    [
      'a number as text',
      (all: typeof items) => all.map((item, at) => (at === 7 ? { ...item, deep: { ...item.deep, a: ['7'] } } : item)),
    ],
  ])('differ by %s', async (_, change) => {
    const [one, other] = [await digestItems(stream(items)), await digestItems(stream(change(items) as never))];
    expect(other.sha256).not.toBe(one.sha256);
    expect(differingBuckets(one, other).size).toBe(1);
  });

  test('leave attributes out on demand', () => {
    expect(itemHash({ pk: 'a', version: 1 }, ['version'])).toBe(itemHash({ pk: 'a', version: 2 }, ['version']));
    expect(itemHash({ pk: 'a', version: 1 })).not.toBe(itemHash({ pk: 'a', version: 2 }));
  });
});

test('a table has its columns in line', () => {
  expect(
    textTable(
      ['a', 'bb'],
      [
        ['long', 'x'],
        ['', 'yyy'],
      ],
    ),
  ).toBe('a     bb\n----  ---\nlong  x\n      yyy');
});
