/** The client for TypeScript over TLS and through proxies, on this Node. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { type Network, networkCases, networkVariables, startNetwork } from './network.ts';

let directory: string;
let service: Service;
let network: Network;
let authority: string;
beforeAll(async () => {
  [service, directory] = await Promise.all([
    startDemoService([], { requestsOnly: true }),
    mkdtemp(join(tmpdir(), 'client-network-')),
  ]);
  network = await startNetwork(service.url);
  authority = join(directory, 'authority.pem');
  await writeFile(authority, network.authority);
});
afterAll(async () => {
  network?.close();
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

describe('The client meets', () => {
  it.each(networkCases)('$title', async (each) => {
    const { at, trusts, arrives, isTunnelled = false } = each;
    network.seen();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'network-child.ts'), at(network), await demoKey()],
      {
        env: {
          ...networkVariables(network, each),
          NODE_USE_ENV_PROXY: '1',
          ...(trusts && { NODE_EXTRA_CA_CERTS: authority }),
        },
      },
    );
    expect(stdout.trim()).toBe(arrives ? 'done' : 'ConnectionError');
    expect(network.seen()).toEqual({
      requests: arrives ? [expect.any(String)] : [],
      tunnels: isTunnelled ? [new URL(network.url).host] : [],
    });
  });
});
