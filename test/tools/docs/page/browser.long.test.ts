/** Every page of the reference in a real browser: on a desktop and a phone, light and dark. Skipped where there is no Chromium. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFiles } from '../../../../tools/docs/page.ts';
import { serveDocs } from '../../../../tools/local/docs.ts';
import { chromiumPath, newPage, seriousViolations } from './browser.ts';

const SCREENS = [
  ['desktop', 'light', { width: 1280, height: 900 }],
  ['desktop', 'dark', { width: 1280, height: 900 }],
  ['phone', 'light', { width: 390, height: 844 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const;

describe.skipIf(!chromiumPath)('every page (skipped where there is no Chromium)', () => {
  let server: Server;
  let browser: Browser;
  let docs: string;
  let names: readonly string[];

  beforeAll(async () => {
    const aside = serveDocs({ tryWithKey: 'a key' });
    server = createServer((request, response) => {
      if (!aside(request, response)) response.writeHead(404).end();
    }).listen(0);
    await once(server, 'listening');
    docs = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`;
    names = [...(await pageFiles()).keys()].filter((name) => name.endsWith('.html'));
    browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each(SCREENS)(
    'fits a %s and has no violation of serious weight, %s',
    { timeout: 600_000 },
    async (_, colorScheme, viewport) => {
      const page = await newPage(browser, { viewport, colorScheme });
      expect(names.length).toBeGreaterThan(15);
      for (const name of names) {
        await page.goto(`${docs}/${name}`);
        const [width, wanted] = (await page.evaluate('[innerWidth, document.documentElement.scrollWidth]')) as number[];
        expect(wanted, name).toBeLessThanOrEqual(width!);
        expect(await seriousViolations(page), name).toEqual([]);
      }
      await page.close();
    },
  );

  it('notices what axe would call serious', async () => {
    const page = await newPage(browser);
    await page.goto(`${docs}/hierarchy.html`);
    await page.evaluate('document.querySelector("main p").style.color = "#eee"');
    expect((await seriousViolations(page)).join()).toContain('color-contrast');
    await page.close();
  });
});
