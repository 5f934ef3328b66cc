/** What `npm start` signs its calls with. */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { demoKey } from '../../tools/local/demo.ts';
import { useStarts } from './starting.ts';

describe('npm start', () => {
  const { start } = useStarts();

  it('has one pair of credentials and one region for the loader and the functions, whatever the shell has set', async () => {
    const scopes = new Set<string>();
    // Between the service and the engine of the run: notes who signed each call, and for which region.
    const recorder = createServer((request, response) => {
      const [, key, region] = /Credential=([^/]+)\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
      if (key) scopes.add(`${key} ${region} ${request.headers['x-amz-security-token'] ?? 'no token'}`);
      const { method, headers } = request;
      const forwarded = httpRequest(inject('endpoint'), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    }).listen(0, '127.0.0.1');
    await once(recorder, 'listening');
    try {
      const { port } = recorder.address() as AddressInfo;
      const service = start(['--assembly', inject('assemblyDirectory'), '--port', '0'], {
        DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}`,
        AWS_ACCESS_KEY_ID: 'AKIAOFTHESHELL',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_SESSION_TOKEN: 'token',
        AWS_REGION: 'eu-central-1',
        AWS_DEFAULT_REGION: 'eu-west-3',
        AWS_PROFILE: 'unknown',
        AWS_USE_FIPS_ENDPOINT: 'true',
      });
      const url = await service.ready;
      const headers = { 'x-api-key': await demoKey() };
      expect((await fetch(`${url}/v1/listing/700101/maps-action-links`, { headers })).status).toBe(200);
      expect([...scopes]).toEqual(['local us-east-1 no token']);
      service.child.kill('SIGINT');
      expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
    } finally {
      recorder.closeAllConnections();
      recorder.close();
    }
  });
});
