/** What docs/adding-a-field.md adds compiles, is served and documented, and comes back as it was written. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../tools/docs/openapi/document.ts';
import { checkCode } from './followed-code.ts';
import { followPage } from './followed-page.ts';
import { startCopy } from './followed-service.ts';
import { DEMO_KEYS } from './sample-call.ts';

const PARKING = 'Behind the house';
let copy: string;
let files: readonly string[];
let url: string;

beforeAll(async () => {
  const followed = await followPage('adding-a-field.md', ['updateBusiness', 'getBusiness']);
  ({ copy } = followed);
  files = [...followed.files.keys()];
  const service = await startCopy(copy);
  ({ url } = service);
  return async () => {
    await service.stop();
    await followed.remove();
  };
});

const ask = async (method: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL('/v1/business/700101', url), {
    method,
    headers: { 'x-api-key': DEMO_KEYS.own, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, etag: response.headers.get('etag') ?? '', body: await response.json() };
};

const required = { emailId: 'hello@copperkettle.example', phone: '(805) 555-0142', services: 'Dine-in' };

describe('The field that it adds', () => {
  it('is written, answered and cleared', async () => {
    expect(await ask('PUT', { ...required, parkingInfo: PARKING })).toMatchObject({ status: 200 });
    expect((await ask('GET')).body).toMatchObject({ parkingInfo: PARKING });
    expect(await ask('PUT', { ...required, parkingInfo: '' })).toMatchObject({ status: 200 });
    expect((await ask('GET')).body).not.toHaveProperty('parkingInfo');
  });

  it('is refused where it is too long', async () => {
    const answer = await ask('PUT', { ...required, parkingInfo: 'p'.repeat(501) });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('parkingInfo') } });
  });

  it('comes back as it was read', async () => {
    await ask('PUT', { ...required, parkingInfo: PARKING });
    const read = await ask('GET');
    expect(await ask('PUT', read.body, { 'If-Match': read.etag })).toMatchObject({ status: 200 });
    expect((await ask('GET')).body).toMatchObject({ parkingInfo: PARKING });
  });
});

describe('The copy', () => {
  it('compiles', () => checkCode(copy, files, files));

  it('documents it, in the request and in the response', async () => {
    const { openApiDocument } = (await import(
      /* @vite-ignore */ join(copy, 'tools/docs/openapi/document.ts')
    )) as typeof import('../../tools/docs/openapi/document.ts');
    const document: OpenApiDocument = openApiDocument({ version: '0', plans: [] } as never);
    expect(JSON.stringify(document).split('"parkingInfo":').length - 1).toBeGreaterThanOrEqual(2);
  });
});
