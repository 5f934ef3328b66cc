/** The reference page in a real browser. Without a Chromium on this machine the tests of it are skipped. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFiles } from '../../../../cdk/tools/docs/page.ts';
import { drawPicture, keptPicture, pictureNames } from '../../../../cdk/tools/docs/pictures.ts';
import { demoKey } from '../../../../cdk/tools/local/demo.ts';
import { serveDocs } from '../../../../cdk/tools/local/docs.ts';
import type { Service } from '../../../../cdk/tools/local/service.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { operations } from '../../../../lib/operations.ts';
import { startDemoService } from '../../../support/demo-service.ts';

const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));

describe.skipIf(!executablePath)('the reference page (skipped where there is no Chromium)', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const hosts = new Set<string>();

  beforeAll(async () => {
    service = await startDemoService([], { aside: serveDocs({ tryWithKey: await demoKey() }) });
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${service.url}/docs`);
    await page.getByText('Add a competitor aggregation link').first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const sectionOf = ({ method, path }: (typeof operations)[number]) =>
    page.locator(`[id="${method.toLowerCase()}-${path.replace(/[{}]/g, '-')}"]`);

  it.each(operations)('shows the operation $id', async (operation) => {
    const section = sectionOf(operation);
    expect(await section.count(), operation.id).toBe(1);
    expect(await section.textContent()).toContain(operation.summary);
  });

  it('shows every error code with its message', async () => {
    const rows = await page.locator('#overview tbody tr').allInnerTexts();
    for (const [code, { message }] of Object.entries(catalogue)) {
      const row = rows.find((text) => text.startsWith(`${code}\t`));
      expect(row, code).toContain(message.replaceAll('<', '‹').replaceAll('>', '›'));
    }
  });

  it('shows the pictures of the model', async () => {
    for (const name of pictureNames) {
      await page.locator(`#picture-${name} img`).scrollIntoViewIfNeeded();
      const width = await page.evaluate(`document.querySelector('#picture-${name} img').naturalWidth`);
      expect(width, name).toBeGreaterThan(0);
    }
  });

  it('sends a request to the service that serves it', async () => {
    const section = sectionOf(operations.find(({ id }) => id === 'getMapsActionLinks')!);
    const answered = page.waitForResponse((response) =>
      response.url().endsWith('/v1/listing/700101/maps-action-links'),
    );
    await section.getByRole('button', { name: 'TRY' }).click();
    expect((await answered).status()).toBe(200);
    await section.getByText('quicklinks.restaurant_order_food').first().waitFor();
  });

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [width, wanted] = (await page.evaluate('[innerWidth, document.documentElement.scrollWidth]')) as [
      number,
      number,
    ];
    expect(wanted).toBeLessThanOrEqual(width);
  });

  it('asked no other host, and has nothing to complain of', () => {
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(service.url).host]);
    expect(complaints).toEqual([]);
  });

  it('stands beside the API, whose routes it leaves alone', async () => {
    expect((await fetch(`${service.url}/docs/no-such-file`)).status).toBe(404);
    expect((await fetch(`${service.url}/docsx`)).headers.get('content-type')).toBe('application/json');
    expect((await fetch(`${service.url}/docs`, { method: 'POST' })).headers.get('content-type')).toBe(
      'application/json',
    );
  });
});

describe('the static page', () => {
  it('sends no requests, and has every file that it names', async () => {
    const files = await pageFiles();
    const html = String(files.get('index.html')?.body);
    expect(html).toContain('allow-try="false"');
    const named = [...html.matchAll(/(?:src|href|spec-url)="(?!data:)([^"]+)"/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect(files.has(name), name).toBe(true);
  });

  it.each(pictureNames)('shows the picture %s as its source has it now (npm run docs)', async (name) => {
    expect(await keptPicture(name)).toBe(await drawPicture(name));
  });
});
