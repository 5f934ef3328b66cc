/** `explain` over the logs of the service on this machine: whatever a request was answered with, its id leads to why. */
import { randomUUID } from 'node:crypto';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keyHash, keyId } from '../../lib/partners/repository/api-key.ts';
import { explainRequest } from '../../tools/admin/request-explain.ts';
import { localGroups } from '../../tools/log-groups.ts';
import { KEYS, REQUIRED } from '../support/world.ts';
import { recordingIo } from '../tools/admin/recording-io.ts';
import { type Ask, serveWorld } from './serving-world.ts';

const DAY = 86_400_000;
const { ask, clock, logs } = serveWorld();
const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

/** Asks until the lines are there: what a function writes comes over a pipe. */
const eventually = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 45_000, interval: 20 });

const explain = async (requestId: string, json = false) => {
  const io = recordingIo(clock.now);
  const found = await explainRequest(io, requestId, { stage: 'prod', logs: logs(), since: DAY, json });
  return { found, text: io.text() };
};

/** Sends a request, and explains it as soon as what must be known of it is. */
const explained = async (method: string, path: string, request: Ask, known: object) => {
  const { status, headers } = await ask(method, path, request);
  const id = headers.get('x-request-id') ?? headers.get('x-amzn-requestid') ?? '';
  return eventually(async () => {
    const { found, text } = await explain(id);
    expect(found).toMatchObject({ status, ...known });
    return text;
  });
};

const ours = { partner: 'ours', key: keyId(keyHash(KEYS.ours)) };

describe('explain', () => {
  it('says which field a function refused, whose request it was, and the page of the code', async () => {
    const body = { ...REQUIRED, location: { zip: '' } };
    expect(
      await explained(
        'PUT',
        '/v1/business/103',
        { body },
        { ...ours, operation: 'updateBusiness', code: 400, field: 'location.zip' },
      ),
    ).toBe(
      `updateBusiness of partner ours, key ${ours.key}: 400.\n` +
        '  The function returned status 400 and code 400, for the field location.zip.\n' +
        '  Code 400 (openapi.json, errors.html of the reference pages).',
    );
  });

  it.each(['revoked', 'expired'] as const)('says whose key it was that is %s', async (reason) => {
    const known = { partner: 'ours', key: keyId(keyHash(KEYS[reason])), code: 1161 };
    const text = await explained('GET', '/v1/listing/102/maps-action-links', { key: KEYS[reason] }, known);
    expect(text).toContain(`${reason}.`);
    expect(text).toContain('npm run admin -- keys list --partner ours');
  });

  it('says that no one has a key, that there is none, and that there is no such path', async () => {
    const path = '/v1/listing/102/maps-action-links';
    expect(await explained('GET', path, { key: 'g'.repeat(40) }, { code: 1161 })).toContain('its key is unknown');
    expect(await explained('GET', path, { key: null }, { code: 1167 })).toContain('it has no key');
    expect(await explained('GET', '/v1/nowhere', {}, { code: 404 })).toContain('no operation has this method and path');
  });

  it('says that a request was answered without a fault', async () => {
    const text = await explained('GET', '/v1/listing/102/maps-action-links', {}, ours);
    expect(text).toBe(
      `GET /v1/listing/{businessNumber}/maps-action-links of partner ours, key ${ours.key}: 200.\n  It succeeded.`,
    );
  });

  it('says where to look for a request that no log has, and what an id looks like', async () => {
    await expect(explain(randomUUID())).rejects.toThrow('Look further back with --since 7d');
    await expect(explain('" || $.x = "')).rejects.toThrow('This is not a request id');
  });

  it('looks no further back than its option says', async () => {
    const { headers } = await ask('GET', '/v1/nowhere');
    const id = headers.get('x-amzn-requestid') ?? '';
    await eventually(() => explain(id));
    clock.now += 2 * DAY;
    await expect(explain(id)).rejects.toThrow('No log has a line');
  });
});

describe('The logs', () => {
  it('hold neither keys, nor paths as sent, nor values', async () => {
    const secret = 'ada-field-of-nowhere';
    await ask('GET', `/v1/listing/${secret}/maps-action-links?a=${secret}`, { headers: { 'x-own': secret } });
    await ask('PUT', '/v1/business/103', { body: { emailId: `${secret} ${secret}` } });
    await ask('PUT', '/v1/business/103', { key: `${secret}-${secret}`, body: {} });
    const client = new CloudWatchLogsClient({
      endpoint: logs(),
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    const textOf = async (logGroupName: string, filterPattern: string) => {
      const { events = [] } = await client.send(new FilterLogEventsCommand({ logGroupName, filterPattern }));
      return events.map(({ message }) => message).join('\n');
    };
    const written = await eventually(async () => {
      const text = [
        await textOf(localGroups.access, '{ $.status = "*" }'),
        await textOf(localGroups.operations, '{ $.message.code = "*" }'),
        await textOf(localGroups.authorizer, '{ $.message.code = "*" }'),
      ];
      for (const each of text) expect(each).toContain('"requestId"');
      return text.join('\n');
    });
    client.destroy();
    for (const value of [secret, ...Object.values(KEYS), '127.0.0.1', '::1']) expect(written).not.toContain(value);
  });
});
