/** Which addresses and URLs requests may go to. */
import { describe, expect, it } from 'vitest';
import { isAddress, isAllowedAddress, isAllowedUrl } from '../../../lib/outside/addresses.ts';

const PUBLIC = { allowLocal: false };
const LOCAL = { allowLocal: true };

describe('An address', () => {
  it.each(['93.184.216.34', '8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::200e'])(
    'is allowed: %s',
    (address) => expect(isAllowedAddress(address, PUBLIC)).toBe(true),
  );

  it('is checked as what it is where IPv6 only carries an IPv4 address', () => {
    expect(isAllowedAddress('::ffff:8.8.8.8', PUBLIC)).toBe(true);
    expect(isAllowedAddress('::ffff:808:808', PUBLIC)).toBe(true);
  });

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
    ],
    ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    // Loopback, unspecified, link-local, unique local (the cloud's metadata among them), multicast, documentation.
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', 'fec0::1'],
    // IPv4 by other names: mapped, compatible, translated, NAT64, 6to4, Teredo.
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::127.0.0.1', '::8.8.8.8'],
    ...[
      '::ffff:0:127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::808:808',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2002:808:808::1',
    ],
    ...['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '4000::1', '100::1'],
    ...['localhost', 'example.com', '', '1.2.3.4.5', '12345::'],
  ])('is refused: %s', (address) => expect(isAllowedAddress(address, PUBLIC)).toBe(false));

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['fd00:ec2::254', false],
    ['0.0.0.0', false],
  ])('on a developer’s machine may also be loopback: %s', (address, is) =>
    expect(isAllowedAddress(address, LOCAL)).toBe(is),
  );
});

describe('A URL', () => {
  it.each([
    ...['https://hooks.example/a?b=c', 'https://hooks.example:8443/', 'https://hooks.example:1024', 'https://8.8.8.8/'],
    ...['https://[2606:4700:4700::1111]/'],
  ])('is allowed: %s', (url) => expect(isAllowedUrl(new URL(url), PUBLIC)).toBe(true));

  it.each([
    ...['http://hooks.example/', 'ftp://hooks.example/', 'https://hooks.example:80/', 'https://hooks.example:22/'],
    ...[
      'https://user@hooks.example/',
      'https://user:word@hooks.example/',
      'https://127.0.0.1/',
      'https://10.1.2.3:8443/',
    ],
    // Spellings that a resolver would take for an address: decimal, octal, hexadecimal, short, with a dot behind it.
    ...['https://2130706433/', 'https://0177.0.0.1/', 'https://0x7f.0.0.1/', 'https://127.1/', 'https://0x7f000001/'],
    ...['https://017700000001/', 'https://127.0.0.1./', 'https://１２７.0.0.1/', 'https://169.254.43518/'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:a9fe:a9fe]/', 'https://[fd00:ec2::254]/'],
    ...['https://[64:ff9b::a9fe:a9fe]/', 'https://[2002:a9fe:a9fe::]/'],
  ])('is refused: %s', (url) => expect(isAllowedUrl(new URL(url), PUBLIC)).toBe(false));

  it('of a developer’s machine may be plain, and no more', () => {
    expect(isAllowedUrl(new URL('http://localhost:9000/'), LOCAL)).toBe(true);
    expect(isAllowedUrl(new URL('http://127.0.0.1:9000/'), LOCAL)).toBe(true);
    expect(isAllowedUrl(new URL('http://10.0.0.1:9000/'), LOCAL)).toBe(false);
    expect(isAllowedUrl(new URL('http://localhost/'), LOCAL)).toBe(false);
  });

  it('names an address or a host', () => {
    expect(
      ['https://8.8.8.8', 'https://[::1]', 'https://0x7f.1', 'https://a.example'].map((each) =>
        isAddress(new URL(each)),
      ),
    ).toEqual([true, true, true, false]);
  });
});
