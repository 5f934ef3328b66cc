/** How requests to external hosts connect where a name has several addresses. */
import http from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { download } from '../../../lib/media/download.ts';
import { post } from '../../../lib/subscriptions/send.ts';

afterEach(() => void vi.restoreAllMocks());

const nowhere = async () => [];

it.each([
  [
    'of a webhook',
    () => post({ url: 'http://a.example:8080/', headers: {}, body: '', allowLocal: true, resolve: nowhere }),
  ],
  [
    'of media',
    () => download({ url: 'http://a.example:8080/', wanted: 'PHOTO', path: '', allowLocal: true, resolve: nowhere }),
  ],
])('a request %s gives an address time to connect before it tries the next', async (_, request) => {
  const requests = vi.spyOn(http, 'request');
  await request();
  const [options] = requests.mock.calls[0]!;
  expect((options as { autoSelectFamilyAttemptTimeout?: number }).autoSelectFamilyAttemptTimeout).toBe(2000);
});
