/** The page for requests, as `npm start` serves it: what a customer sees, and what becomes of a survey. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoKey, demoPartnerKeys } from '../../tools/local/demo.ts';
import { serveRequests } from '../../tools/local/request-page.ts';
import type { Service } from '../../tools/local/service.ts';
import { startDemoService } from '../support/demo-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startDemoService([], {
    requestsOnly: true,
    environment: { REQUEST_PAGE_URL: 'http://localhost/r' },
    aside: serveRequests(await demoPartnerKeys()),
  });
});
afterAll(() => service.close());

const [ours = '', theirs = ''] = await demoPartnerKeys();

const api = async (path: string, body?: object, key = ours) => {
  const response = await fetch(`${service.url}${path}`, {
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
};

/** The address of the page for a new request. */
const asked = async (body: object, key?: string): Promise<string> => {
  const { url } = await api('/v1/campaign/external/campaign-request-url', body, key);
  return `${service.url}${new URL(url).pathname}`;
};

it('lists the sources of a request for a review, whichever partner made it', async () => {
  expect(ours).toBe(await demoKey());
  const page = await fetch(await asked({ businessId: 700101, customerId: 41001, templateId: 1 }));
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const html = await page.text();
  expect(html).toContain('Hi Ada, how was Copper Kettle Grill?');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual([
    'https://alpha.example/copperkettle',
    'https://maps.example/review',
    'https://beta.example/copperkettle',
  ]);
  const other = await fetch(await asked({ businessId: 800101, customerId: 43001, templateId: 1 }, theirs));
  expect(await other.text()).toContain('Hi Hugo');
});

it('shows a survey, says what is wrong, and submits it for the customer', async () => {
  const url = await asked({ businessId: 700101, customerId: 41001, surveyId: 750001 });
  const html = await (await fetch(url)).text();
  expect(html).toContain('name="q1"');
  const send = (form: Record<string, string>, headers = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  const wrong = await send({ q1: '11' });
  expect([wrong.status, (await wrong.text()).includes('class="wrong"')]).toEqual([400, true]);
  const done = await send({ q1: '9', q2: '4' });
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('See you again soon!')]);
  const { responseList } = await api('/v1/survey/ext/list/responses/750001?businessNumber=700101', {});
  expect(responseList[0]).toMatchObject({ source: 'request', customerId: 41001, completed: true });
  expect((await send({ q1: '9' }, { origin: 'https://other.example' })).status).toBe(403);
});

it('shows nothing for a link that is none', async () => {
  const page = await fetch(`${service.url}/r/1.0123456789abcdef0123456789abcdef`);
  expect([page.status, (await page.text()).includes('not valid')]).toEqual([404, true]);
  expect((await fetch(`${service.url}/r`)).status).not.toBe(200);
});
