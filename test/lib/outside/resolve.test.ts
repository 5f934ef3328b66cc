/** Names of external hosts: who is asked, how long, and what it holds up. */
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Resolve, ResolverFailed, resolverWith } from '../../../lib/outside/resolve.ts';
import { post } from '../../../lib/subscriptions/send.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';

let server: NameServer;
beforeAll(async () => {
  server = await startNameServer({
    'hooks.example': ['203.0.114.1', '203.0.114.2'],
    'here.example': ['127.0.0.1'],
    'nowhere.example': 'unknown',
    'empty.example': [],
    'both.example': { ipv4: ['203.0.114.3'], ipv6: ['2001:4860:0:0:0:0:0:1'], ipv4After: 600 },
  });
});
afterAll(() => server.close());

const resolver = (more: object = {}) => resolverWith({ servers: [server.address], ...more });

describe('A name', () => {
  it('has the addresses that the name server says', async () => {
    expect(await resolver()('hooks.example')).toEqual([
      { address: '203.0.114.1', family: 4 },
      { address: '203.0.114.2', family: 4 },
    ]);
  });

  it('that IPv6 is known of first has its IPv4 addresses too: a function may reach no others', async () => {
    expect(await resolver()('both.example')).toEqual([
      { address: '203.0.114.3', family: 4 },
      { address: '2001:4860::1', family: 6 },
    ]);
  });

  it('that no server knows, or that has no address, has none', async () => {
    expect(await resolver()('nowhere.example')).toEqual([]);
    expect(await resolver()('empty.example')).toEqual([]);
  });

  it('that no server answers for is given up in time', async () => {
    const ending = resolver({ most: 50 })('silent.example').then((found) => ['given up', found]);
    // Node's own time-outs end after seconds only.
    const late = new Promise((done) => setTimeout(done, 3000, 'late').unref());
    expect(await Promise.race([ending, late])).toEqual(['given up', []]);
  });

  it('of this machine is asked of no server', async () => {
    const before = server.asked.length;
    for (const name of ['localhost', 'a.localhost', 'LOCALHOST', 'localhost.'])
      expect(await resolver()(name)).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(server.asked).toHaveLength(before);
    expect(await resolver({ most: 50 })('localhost.nowhere.example')).toEqual([]);
  });

  it("of this machine's own file has the addresses there, where that file is read", async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hosts-'));
    const hostsFile = join(directory, 'hosts');
    await writeFile(hostsFile, '# receivers\n127.0.0.1 hooks.example my-receiver # mine\nnonsense hooks.example\n');
    expect(await resolver({ hostsFile })('HOOKS.example')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect(await resolver()('hooks.example')).toHaveLength(2);
    await rm(directory, { recursive: true });
  });

  it.each(['is down', 'answers for no name'])('whose server %s is no failure of the name', async (how) => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await new Promise((done) => silent.once('listening', done));
    const servers = [`127.0.0.1:${silent.address().port}`];
    if (how === 'is down') silent.close();
    await expect(resolverWith({ servers, most: 100 })('hooks.example')).rejects.toThrow(ResolverFailed);
    const sent = await post({
      url: 'https://hooks.example/',
      headers: {},
      body: '',
      allowLocal: false,
      resolve: resolverWith({ servers, most: 100 }),
    });
    expect(sent).toMatchObject({ error: 'dns', isOurs: true });
    if (how !== 'is down') silent.close();
  });
});

it('Where name servers are silent, a request ends as ours before it is too late to be sent', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await new Promise((done) => silent.once('listening', done));
  const servers = [`127.0.0.1:${silent.address().port}`];
  const sending = (resolve: Resolve) =>
    post({
      url: 'https://hooks.example/',
      headers: {},
      body: '',
      allowLocal: false,
      sendBy: Date.now() + 5000,
      resolve,
    });
  const [ofNone, ofOne] = await Promise.all([
    sending(resolverWith({ servers, most: 300 })),
    sending(resolverWith({ servers: [...servers, server.address], most: 300 })),
  ]);
  expect(ofNone).toMatchObject({ error: 'dns', isOurs: true });
  // One of them answers: the name is silent, and none of ours.
  expect(ofOne).toMatchObject({ error: 'dns' });
  expect(ofOne).not.toHaveProperty('isOurs');
  silent.close();
});

it('Names that never resolve hold up no other, however many there are', async () => {
  const shared = vi.spyOn(dns, 'lookup');
  const receiver = createServer((_, response) => void response.writeHead(204).end());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  const resolve = resolver({ most: 300 });
  const sending = (host: string) =>
    post({ url: `http://${host}:${port}/`, headers: {}, body: '', allowLocal: true, resolve });
  const silent = Array.from({ length: 20 }, (_, index) => sending(`silent${index}.example`));
  await expect.poll(() => server.asked.filter((name) => name.startsWith('silent')).length).toBeGreaterThan(20);
  expect(await sending('here.example')).toMatchObject({ status: 204 });
  // The others wait in sockets of their own, and in none of the threads that all share.
  expect(shared.mock.calls.filter(([name]) => name !== '127.0.0.1')).toEqual([]);
  for (const each of await Promise.all(silent)) {
    expect(each.error).toBe('dns');
    expect(each.isOurs).toBeUndefined();
  }
  receiver.close();
});
