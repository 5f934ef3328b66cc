/** The reference page in a real browser, as `npm start` serves it. Without a Chromium on this machine its tests are skipped. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoKey } from '../../../../tools/local/demo.ts';
import { serveDocs } from '../../../../tools/local/docs.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { tried } from '../../../support/chosen.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { chromiumPath, newPage, seriousViolations } from './browser.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A machine that is busy takes its time. */
const eventually = <T>(read: () => T) => expect.poll(read);

describe.skipIf(!chromiumPath)('the reference page (skipped where there is no Chromium)', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let docs: string;
  const complaints: string[] = [];
  const hosts = new Set<string>();

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      startDemoService([], { requestsOnly: true, aside: serveDocs({ tryWithKey: await demoKey() }) }),
      chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] }),
    ]);
    docs = `${service.url}/docs`;
    page = await newPage(browser, { viewport: DESKTOP, colorScheme: 'light' });
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const isVisible = (selector: string) => page.locator(selector).first().isVisible();
  const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const expectFitting = async () => {
    const [width, wanted] = (await page.evaluate('[innerWidth, document.documentElement.scrollWidth]')) as number[];
    expect(wanted, page.url()).toBeLessThanOrEqual(width!);
  };

  it('leads an old address to the page that has the anchor, and opens what is folded away', async () => {
    await page.goto(`${docs}#error-1161`);
    await page.waitForURL(`${docs}/errors.html#error-1161`);
    await page.goto(`${docs}/#updateBusiness.hoursOfOperations.day`);
    await page.waitForURL('**/businesses.html#updateBusiness.hoursOfOperations.day');
    const field = page.locator('[id="updateBusiness.hoursOfOperations.day"]');
    await eventually(() => field.isVisible()).toBe(true);
    expect(await page.locator('[id="updateBusiness.location.zip"]').isVisible()).toBe(false);
  });

  const SEARCHES = [
    ['1161', 'errors.html#error-1161'],
    ['invalid api key', 'errors.html#error-1161'],
    ['startHour', 'startHour'],
    ['update bus', 'businesses.html#updateBusiness'],
    ['idempotency-key', 'Idempotency-Key'],
    ['safe retries', 'index.html#safe-retries'],
  ] as const;

  it.each(tried(SEARCHES, 2, { salt: 'search of the page', nameOf: ([query]) => query }))(
    'finds %s',
    async (query, href) => {
      await page.goto(`${docs}/changelog.html`);
      await page.keyboard.press('/');
      await page.locator('#search input').fill(query);
      await eventually(() => page.locator('#search li a').first().getAttribute('href')).toContain(href);
      await page.keyboard.press('Enter');
      await eventually(() => page.url()).toContain(href);
      expect(await isVisible('#search')).toBe(false);
    },
  );

  it('finds what partners call by other names', async () => {
    await page.goto(`${docs}/changelog.html`);
    await page.keyboard.press('/');
    await page.locator('#search input').fill('opening hours');
    await eventually(() => page.locator('#search li a').first().getAttribute('href')).toBe(
      'businesses.html#updateBusiness',
    );
    const hrefs = await page
      .locator('#search li a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain('businesses.html#updateBusiness.hoursOfOperations');
  });

  it('shows our client first, and the language that was chosen on the next page too', async () => {
    await page.goto(`${docs}/reviews.html`);
    expect(await isVisible('[data-sample=typescript]')).toBe(true);
    await page.getByRole('button', { name: 'curl' }).first().click();
    expect(await isVisible('[data-sample=typescript]')).toBe(false);
    await page.goto(`${docs}/hierarchy.html`);
    expect(await isVisible('[data-sample=curl]')).toBe(true);
    await page.evaluate('localStorage.clear()');
  });

  it('copies the code, by a button that stands next to it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize(PHONE);
    await page.goto(`${docs}/usage.html`);
    const blocks = page.locator('.code:visible');
    expect(await blocks.count()).toBeGreaterThan(1);
    for (const block of await blocks.all()) {
      const [button, code] = [await block.locator('.copy').boundingBox(), await block.locator('pre').boundingBox()];
      expect(button!.y + button!.height).toBeLessThanOrEqual(code!.y);
    }
    await blocks.first().getByRole('button', { name: 'Copy' }).click();
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toContain('await api.getUsage()');
    await page.setViewportSize(DESKTOP);
  });

  it('shows a sample on the first screen of an operation, on a phone', async () => {
    await page.setViewportSize(PHONE);
    for (const file of ['businesses.html', 'listings.html', 'contacts.html']) {
      await page.goto(`${docs}/${file}`);
      const far = await page.locator('section.operation').evaluateAll((sections) =>
        sections.flatMap((section) => {
          const code = section.querySelector(':scope .samples .code:not([hidden])');
          const shown = [...section.querySelectorAll('.samples .code')].find(
            (each) => each.getClientRects().length > 0,
          );
          const distance = (shown ?? code)!.getBoundingClientRect().top - section.getBoundingClientRect().top;
          return distance > 700 ? [`${section.id}: ${distance}`] : [];
        }),
      );
      expect(far, file).toEqual([]);
    }
    await page.setViewportSize(DESKTOP);
  });

  it('is dark where the system is, until the reader chooses otherwise', async () => {
    await page.goto(`${docs}/hierarchy.html`);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.getByRole('button', { name: 'Dark colours' }).click();
    expect(await background()).toBe(light);
    await page.reload();
    expect(await background()).toBe(light);
    await page.evaluate('localStorage.clear()');
  });

  it.each([['dark', 'hierarchy.html']] as const)(
    'has no violation of serious weight, in %s colours (all pages: browser.long.test.ts)',
    async (colorScheme, file) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${docs}/${file}`);
      expect(await seriousViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it('has a drawer for the navigation on a phone, and fits it', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${docs}/contacts.html`);
    await expectFitting();
    const contacts = page.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'Check in' });
    expect(await contacts.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await eventually(() => contacts.isVisible()).toBe(true);
    await contacts.click();
    await page.waitForURL('**/contacts.html#checkIn');
    await eventually(() => contacts.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await eventually(() => contacts.isVisible()).toBe(true);
    await page.mouse.click(PHONE.width - 20, 400);
    await eventually(() => contacts.isVisible()).toBe(false);
    for (const file of ['', 'errors.html', 'insight.html']) {
      await page.goto(`${docs}/${file}`);
      await expectFitting();
    }
    await page.setViewportSize(DESKTOP);
  });

  it('sends a request to the service that serves it, and shows status, time, headers and body', async () => {
    await page.goto(`${docs}/listings.html#getMapsActionLinks`);
    const section = page.locator('#getMapsActionLinks');
    await section.getByText('Try it').click();
    await section.getByRole('button', { name: 'Send' }).click();
    await eventually(() => section.getByRole('status').innerText()).toMatch(/^200 OK in \d+ ms, /);
    expect(await section.getByLabel('Response body').innerText()).toContain('quicklinks.restaurant_order_food');
    expect(await section.getByLabel('Response headers').innerText()).toMatch(/^x-request-id: \S/m);
    expect(page.url()).toBe(`${docs}/listings.html#getMapsActionLinks`);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('sends what was typed: path, query, headers and body', async () => {
    await page.goto(`${docs}/businesses.html#updateBusiness`);
    const section = page.locator('#updateBusiness');
    await section.getByText('Try it').click();
    await section.getByLabel('businessId').fill('700101');
    await section.getByLabel('validateOnly').selectOption('true');
    await section.getByLabel('More, one per line').fill('Accept: application/problem+json');
    await section
      .getByLabel('JSON')
      .fill('{ "name": "CK", "emailId": "a@b.example", "phone": "(805) 555-0101", "services": "Dine-in" }');
    const asked = page.waitForRequest((request) => request.method() === 'PUT');
    await section.getByRole('button', { name: 'Send' }).click();
    await eventually(() => section.getByRole('status').innerText()).toMatch(/^401 Unauthorized in /);
    expect((await asked).url()).toBe(`${service.url}/v1/business/700101?validateOnly=true`);
    expect(await section.getByLabel('Response body').innerText()).toContain('"pointer": "/name"');
    // A browser notes every response of an error.
    complaints.splice(0);
  });

  it('sends to another host by way of its own server, and says so', async () => {
    const other = createServer((request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ path: request.url, key: request.headers['x-api-key'] }));
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    await page.goto(`${docs}/usage.html`);
    await page.getByText('Try it').click();
    await page.getByLabel('Base URL').fill(`http://127.0.0.1:${(other.address() as AddressInfo).port}/prod`);
    await page.getByLabel('API key').fill('another key');
    expect(await page.getByText('npm start forwards the request').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await eventually(() => page.getByRole('status').first().innerText()).toMatch(/^200 OK in /);
    const shown = await page.getByLabel('Response body').innerText();
    expect(JSON.parse(shown)).toEqual({ path: '/prod/v1/usage', key: 'another key' });
    other.close();
    await page.getByRole('button', { name: 'Send' }).click();
    await eventually(() => page.getByRole('status').first().innerText()).toMatch(/^No response from 127/);
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    complaints.splice(0);
  });

  it('without that server, says what a browser does with a request to another host', async () => {
    const aside = serveDocs({});
    const pages = createServer((request, response) => {
      if (!aside(request, response)) response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const own = await newPage(browser);
    await own.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/docs/usage.html`);
    await own.getByText('Try it').click();
    expect(await own.getByLabel('Base URL').inputValue()).toBe('');
    expect(await own.getByLabel('API key').inputValue()).toBe('');
    await own.getByLabel('Base URL').fill(service.url);
    expect(await own.getByText('only if the API allows requests from').isVisible()).toBe(true);
    await own.getByRole('button', { name: 'Send' }).click();
    await eventually(() => own.getByRole('status').first().innerText()).toContain("doesn't allow requests from");
    await own.close();
    pages.close();
  });

  it('has its forms, samples and search where a browser keeps nothing, or what is none of its own', async () => {
    const own = await newPage(browser);
    const errors: unknown[] = [];
    own.on('pageerror', (error) => errors.push(error));
    await own.goto(`${docs}/usage.html`);
    await own.evaluate("localStorage.setItem('language', 'en'), localStorage.setItem('theme', 'blue')");
    await own.goto(`${docs}/usage.html#100%`);
    await own.reload();
    expect(await own.locator('[data-sample=typescript]').first().isVisible()).toBe(true);
    await own.evaluate('localStorage.clear()');
    await own.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
    }
    Object.defineProperty(navigator, 'clipboard', { value: undefined });`);
    await own.reload();
    expect(await own.locator('.copy').count()).toBe(0);
    await own.getByText('Try it').click();
    await own.getByLabel('Base URL').fill(service.url);
    await own.getByRole('button', { name: 'Send' }).click();
    await eventually(() => own.getByRole('status').first().innerText()).toMatch(/^200 OK in /);
    expect(errors).toEqual([]);
    await own.close();
  });

  it('asks again for what could not be loaded', async () => {
    const own = await newPage(browser);
    for (const file of [/search\.json$/, /\.try\.json$/]) await own.route(file, (route) => route.abort(), { times: 1 });
    await own.goto(`${docs}/usage.html`);
    await own.getByText('Try it').click();
    await eventually(() => own.locator('details.try').innerText()).toContain('could not be loaded');
    await own.getByText('Try it').click();
    await own.getByText('Try it').click();
    await eventually(() => own.getByLabel('Base URL').isVisible()).toBe(true);
    await own.keyboard.press('/');
    await eventually(() => own.locator('#search [role=status]').innerText()).toContain('could not be loaded');
    await own.keyboard.type('usage');
    await eventually(() => own.locator('#search li a').count()).toBeGreaterThan(0);
    await own.close();
  });

  it('asked no other host, and has nothing to complain of', () => {
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(service.url).host]);
    expect(complaints).toEqual([]);
  });
});
