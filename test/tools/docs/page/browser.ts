/** A Chromium for tests of the reference page; where there is none, they are skipped. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export const chromiumPath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

/** A page that waits as long as a machine takes that does much else; the library gives up after half a minute. */
export const newPage = async (browser: Browser, options?: BrowserContextOptions): Promise<Page> => {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(150_000);
  return page;
};

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds of serious or critical weight on a page as it stands, as rule and first element. */
export const seriousViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
