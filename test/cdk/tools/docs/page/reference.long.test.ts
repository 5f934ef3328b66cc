/** The reference page in a real browser, as `npm start` serves it. Without a Chromium on this machine its tests are skipped. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoKey } from '../../../../../cdk/tools/local/demo.ts';
import { serveDocs } from '../../../../../cdk/tools/local/docs.ts';
import type { Service } from '../../../../../cdk/tools/local/service.ts';
import { tried } from '../../../../support/chosen.ts';
import { startDemoService } from '../../../../support/demo-service.ts';
import { chromiumPath, seriousViolations } from './browser.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A machine that is busy takes its time. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

describe.skipIf(!chromiumPath)('the reference page (skipped where there is no Chromium)', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let docs: string;
  const complaints: string[] = [];
  const hosts = new Set<string>();

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      startDemoService([], { aside: serveDocs({ tryWithKey: await demoKey() }) }),
      chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] }),
    ]);
    docs = `${service.url}/docs`;
    page = await browser.newPage({ viewport: DESKTOP, colorScheme: 'light' });
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

  it('shows the samples in the language that was chosen, on the next page too', async () => {
    await page.goto(`${docs}/reviews.html`);
    expect(await isVisible('[data-sample=curl]')).toBe(true);
    await page.getByRole('button', { name: 'Python' }).first().click();
    expect(await isVisible('[data-sample=curl]')).toBe(false);
    await page.goto(`${docs}/hierarchy.html`);
    expect(await isVisible('[data-sample=python]')).toBe(true);
    await page.evaluate('localStorage.clear()');
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
    const contacts = page.getByRole('navigation').getByRole('link', { name: 'Check in' });
    expect(await contacts.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await eventually(() => contacts.isVisible()).toBe(true);
    await contacts.click();
    await page.waitForURL('**/contacts.html#checkIn');
    await eventually(() => contacts.isVisible()).toBe(false);
    for (const file of ['', 'errors.html', 'insight.html']) {
      await page.goto(`${docs}/${file}`);
      await expectFitting();
    }
    await page.setViewportSize(DESKTOP);
  });

  it('sends a sample to the service that serves it', async () => {
    await page.goto(`${docs}/listings.html#getMapsActionLinks`);
    const section = page.locator('#getMapsActionLinks');
    await section.getByText('Try it here').click();
    await section.getByRole('button', { name: 'Send' }).click();
    await eventually(() => section.getByRole('status').innerText()).toContain('quicklinks.restaurant_order_food');
    expect(await section.getByRole('status').innerText()).toMatch(/^200\n/);
  });

  it('asked no other host, and has nothing to complain of', () => {
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(service.url).host]);
    expect(complaints).toEqual([]);
  });
});
