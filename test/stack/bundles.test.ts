/** The bundles that are deployed: all of them, small, and fast to load. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PACKAGES_FILE, projectRoot } from '../../cdk/build/bundle.ts';
import { bundleAll, bundlesIn } from '../../cdk/build/functions.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { entities } from '../../lib/entities.ts';
import { operations } from '../../lib/operations.ts';
import { sandboxKey } from '../../lib/sandbox/repository/sandbox.ts';
import { filesOf, isSource, visit } from '../contract/source-files.ts';
import { call } from '../support/call.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { world } from '../support/world.ts';

/**
 * Bytes. `aws4` alone is 8,000 of each, and the authorizer is hardly more than that and our part of the client. The list of
 * categories has those of all platforms.
 */
const LIMITS: Readonly<Record<string, number>> = {
  authorizer: 22_000,
  'get-contact': 64_000,
  'update-business': 152_000,
  // The rules of update business, and those of a patch.
  'patch-business': 168_000,
  'category-list': 190_000,
  // The catalogues of categories, attributes and hours by which a listing is checked are 180,000 of them.
  'create-listing': 324_500,
  'update-listing': 324_500,
  // What works on the stream has what every entity declares.
  // Patch business, and what runs it.
  'run-bulk': 180_000,
  'process-stream': 260_000,
  'route-events': 260_000,
};
const LIMIT = 160_000;

let bundles: Record<string, string>;

beforeAll(async () => {
  bundles = await bundlesIn(inject('bundleDirectory'));
});

describe('The bundles', () => {
  it('are one for each function', async () => {
    const files = await readdir(join(projectRoot, 'functions'), { recursive: true });
    const names = files.filter((file) => file.endsWith('.ts')).map((file) => parse(file).name);
    expect(Object.keys(bundles).sort()).toEqual(names.sort());
  });

  it('are refused where two modules have a function of one name', async () => {
    const { module, entry } = operations[0]!;
    const both = bundleAll(inject('bundleDirectory'), [...operations, { module: 'other', entry }]);
    await expect(both).rejects.toThrow(`Functions of one name: ${module}/${entry}, other/${entry}`);
  });

  it('are small', async () => {
    for (const [name, path] of Object.entries(bundles)) {
      expect((await stat(join(path, 'index.mjs'))).size, name).toBeLessThan(LIMITS[name] ?? LIMIT);
    }
    expect(Object.keys(bundles)).toEqual(expect.arrayContaining(Object.keys(LIMITS)));
  });

  it('lose nothing by `sideEffects`: no module is imported for what it does', () => {
    const found: string[] = [];
    for (const file of ['lib', 'functions'].flatMap(filesOf).filter(isSource)) {
      visit(file, (node) => {
        if (ts.isImportDeclaration(node) && !node.importClause) found.push(`${file}: ${node.getText()}`);
      });
    }
    expect(found).toEqual([]);
  });

  it('hold the catalogues that their function reads, and no other', async () => {
    // A text that no other source has, of each catalogue.
    const marks = {
      business: 'bail_bonds_service',
      // The part of business categories by which profiles are checked.
      checked: 'Bail bonds service',
      maps: 'quicklinks.restaurant_order_food',
      beta: 'Gaming creator',
      healthcare: 'Pediatric cardiology',
      alpha: 'Wheelchair accessible entrance',
      mapsAttributes: 'The entrance has no steps',
      hotel: 'Latest check-in time',
      hours: 'Visiting hours',
    };
    const held = async (name: string) => {
      const text = await readFile(join(bundles[name]!, 'index.mjs'), 'utf8');
      return Object.entries(marks).flatMap(([catalogue, mark]) => (text.includes(mark) ? [catalogue] : []));
    };
    expect(await held('update-business')).toEqual(['checked']);
    expect(await held('update-listing')).toEqual(
      Object.keys(marks).filter((name) => !['beta', 'healthcare'].includes(name)),
    );
    expect(await held('hotel-attributes')).toEqual(['hotel']);
    expect(await held('alpha-attributes')).toEqual(['business', 'checked', 'alpha']);
    expect(await held('maps-attributes')).toEqual(['business', 'checked', 'maps', 'mapsAttributes']);
    expect(await held('more-hours-types')).toEqual(['business', 'checked', 'maps', 'hours']);
    expect(await held('category-list')).toEqual(['business', 'checked', 'maps', 'beta', 'healthcare']);
    expect(await held('get-business')).toEqual([]);
  });

  it('hold what entities declare where they work on the stream, and nowhere else', async () => {
    const held: string[] = [];
    for (const [name, path] of Object.entries(bundles)) {
      const text = await readFile(join(path, 'index.mjs'), 'utf8');
      const found = entities.filter(({ answers }) => text.includes(answers.slice(0, 40)));
      if (found.length > 0) held.push(`${name}: ${found.length}`);
    }
    expect(held.sort()).toEqual(['process-stream', 'route-events'].map((name) => `${name}: ${entities.length}`));
  });

  it('sign by a library, and hold nothing of the SDK', async () => {
    const packages = JSON.parse(await readFile(join(inject('bundleDirectory'), PACKAGES_FILE), 'utf8'));
    for (const name of Object.keys(bundles)) {
      expect(packages[name], name).toContain('node_modules/aws4');
      expect(packages[name].filter((path: string) => /@(?:aws-sdk|smithy)/.test(path))).toEqual([]);
    }
  });

  it("import none of Node's modules as ES modules do", async () => {
    for (const [name, path] of Object.entries(bundles)) {
      const text = await readFile(join(path, 'index.mjs'), 'utf8');
      // No import statement at all, and one import() at most: of the file next to it.
      expect(text.match(/(?:^|[;}\n])import(?![(\w$.])[^;]{0,200}?["']/g), name).toBeNull();
      expect(text, name).toContain('process.getBuiltinModule');
    }
  });

  it('say what is wrong with a body by the file next to them', async () => {
    expect(await load(await createTestTable(), world)).toEqual([]);
    const file = join(bundles['update-business']!, 'index.mjs');
    const { handler } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const request = { path: { businessId: '101' }, body: { name: 'a', phone: 7 } };
    const first = await call(handler, request);
    expect(first).toMatchObject({ status: 400, body: { code: 400, message: 'emailId is required' } });
    const { status, body } = await call(handler, { ...request, headers: { accept: 'application/problem+json' } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.errors.length).toBeGreaterThan(1);
  });

  it('answer 409 where another request is under way, and 503 under a key', async () => {
    const table = await createTestTable();
    const lease = { partnerId: 'ours', type: 'sandbox', v: 1, lease: 'x', leaseUntil: clock.now() + 20_000 };
    expect(await load(table, world)).toEqual([]);
    await table.put({ Item: { ...sandboxKey('ours'), ...lease } });
    const file = join(bundles['reset-sandbox']!, 'index.mjs');
    const { handler } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(await call(handler)).toMatchObject({ status: 409, body: { code: 409 } });
    expect(await call(handler, { headers: { 'idempotency-key': 'a-key' } })).toMatchObject({ status: 503 });
  });

  it('name the limit that a request is refused for', async () => {
    const table = await createTestTable();
    const brands = Array.from({ length: 100 }, (_, n) => ({
      ...{ type: 'competitorBrand', competitorId: 7000 + n, accountNumber: 100, name: `Brand ${n}` },
    }));
    expect(await load(table, [...world, ...brands])).toEqual([]);
    const file = join(bundles['create-competitor']!, 'index.mjs');
    const { handler } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const { body } = await call(handler, { path: { businessId: '100' }, body: { businessName: 'One more' } });
    expect(body).toEqual({ code: 400, message: 'An account has at most 100 competitor brands' });
  });
});
