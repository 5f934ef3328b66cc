/** The OpenAPI document: it is fresh, clean, complete, and keeps what the last release promised. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { breakingChanges, isNewMajor } from '../../cdk/tools/docs/compatibility.ts';
import { documentFile, freshDocument, releasedDocument } from '../../cdk/tools/docs/document.ts';
import { examplesOf, openApiDocument } from '../../cdk/tools/docs/openapi/document.ts';
import { errorsOf } from '../../cdk/tools/docs/openapi/errors.ts';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import type { Operation } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import packageJson from '../../package.json' with { type: 'json' };

const document = await freshDocument();
const text = JSON.stringify(document, null, 2);

describe('the OpenAPI document', () => {
  it('is kept as the sources have it now (npm run openapi)', async () => {
    expect(JSON.parse(await readFile(documentFile, 'utf8'))).toEqual(JSON.parse(text));
  });

  const changeLog = join(projectRoot, 'CHANGELOG.md');
  it.skipIf(!existsSync(changeLog))("has the version of the change log's newest release", async ({ skip }) => {
    const [, version] = /^##\s+\[?v?(\d+\.\d+\.\d+[^\s\]]*)/m.exec(await readFile(changeLog, 'utf8')) ?? [];
    if (version === undefined) return skip('the change log has no release yet');
    expect(version).toBe(packageJson.version);
    expect(document.info.version).toBe(version);
  });

  it("has no finding of Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const findings = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('describes every operation of the table, with an example and a group', () => {
    const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    expect(shown).toEqual(operations.map(({ id, method, path }) => [id, method, path]));
    for (const operation of operations) {
      expect(operation.tag, operation.id).toBeDefined();
      expect(Object.keys(examplesOf(operation).examples), operation.id).not.toHaveLength(0);
    }
  });

  it('shows every error code of the catalogue with its own status', () => {
    const shown = new Map(operations.flatMap(errorsOf).map(({ code, status }) => [String(code), status]));
    for (const [code, { status }] of Object.entries(catalogue)) expect([code, shown.get(code)]).toEqual([code, status]);
  });

  it('has none of our own annotations, and no copy of the error schema', () => {
    expect(text).not.toMatch(/"x-(errors|read|flag|blank|aliases|numbered)"/);
    expect(text.match(/"One of the error codes"/g)).toHaveLength(1);
  });

  it('marks an operation that is to go, and names its headers', () => {
    const [operation] = operations as [Operation];
    const deprecation = { since: '2026-01-01', sunset: '2027-01-01', link: 'https://listing.example/changes' };
    const { paths, components } = openApiDocument({
      version: '1.0.0',
      plans: {},
      table: [{ ...operation, deprecation }],
    });
    const shown = paths[operation.path]?.put as { deprecated: boolean; responses: Record<string, { headers: object }> };
    expect(shown.deprecated).toBe(true);
    expect(Object.keys(shown.responses[200]!.headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    );
    expect(components.headers).toHaveProperty('Sunset');
    expect(document.components.headers).not.toHaveProperty('Sunset');
  });

  it('breaks nothing that the last release promised, unless the major version rises', async ({ skip }) => {
    const released = await releasedDocument();
    if (!released) return skip('there is no release yet');
    if (!isNewMajor(released.document, document)) expect(breakingChanges(released.document, document)).toEqual([]);
  });
});
