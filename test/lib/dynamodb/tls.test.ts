/** The client over TLS: whom it trusts, and whom it does not. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../../support/authority.ts';
import { type ScriptedServer, setLambdaEnvironment, startScriptedServer } from './scripted-server.ts';

const ITEM = { Item: { pk: { S: 'a' }, n: { N: '7' } } };

let directory: string;
let server: ScriptedServer;
let port: string;

beforeAll(async () => {
  setLambdaEnvironment();
  directory = await mkdtemp(join(tmpdir(), 'authority-'));
  const { authority, certificate, key } = createAuthority('localhost');
  await writeFile(join(directory, 'authority.pem'), authority);
  server = await startScriptedServer(https.createServer({ cert: certificate, key }) as never);
  ({ port } = new URL(server.endpoint));
});
afterAll(async () => {
  server.stop();
  await rm(directory, { recursive: true });
});

/** What two calls of a process come to that trusts the authority, or no one next to the usual ones. */
const outcomesOf = async (host: string, isTrusted: boolean) => {
  server.script();
  const { NODE_EXTRA_CA_CERTS: _, NODE_TLS_REJECT_UNAUTHORIZED: __, ...env } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'tls-child.ts'), `https://${host}:${port}`],
    { env: { ...env, ...(isTrusted && { NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem') }) } },
  );
  return JSON.parse(stdout);
};

describe('Over TLS, the client', () => {
  it('trusts an authority that Node is given, and keeps its connection', async () => {
    await expect(outcomesOf('localhost', true)).resolves.toEqual([ITEM, ITEM]);
    expect(new Set(server.received.map(({ socket }) => socket)).size).toBe(1);
    expect(server.received[0]!.headers.host).toBe(`localhost:${port}`);
  });

  it('sends nothing to a server that no authority vouches for', async () => {
    const failure = { name: 'NetworkError', uncertain: false, message: expect.stringContaining('certificate') };
    await expect(outcomesOf('localhost', false)).resolves.toMatchObject([failure, failure]);
    expect(server.received).toEqual([]);
  });

  it('sends nothing to a server of another name', async () => {
    const failure = { name: 'NetworkError', uncertain: false, message: expect.stringContaining('altnames') };
    await expect(outcomesOf('127.0.0.1', true)).resolves.toMatchObject([failure, failure]);
    expect(server.received).toEqual([]);
  });
});
