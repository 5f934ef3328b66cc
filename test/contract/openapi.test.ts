/** The OpenAPI document: it is fresh, clean and complete. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Operation } from '../../lib/contract/cases.ts';
import { errorsOf } from '../../lib/contract/derived.ts';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../lib/operations.ts';
import { eventNames } from '../../lib/subscriptions/events.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { documentFile, freshDocument, freshWebhooks, webhooksFile } from '../../tools/docs/document.ts';
import { schemaNameOf } from '../../tools/docs/events/schemas.ts';
import { conditionOf } from '../../tools/docs/openapi/conditions.ts';
import { openApiDocument } from '../../tools/docs/openapi/document.ts';

const document = await freshDocument();
const text = JSON.stringify(document, null, 2);
const introduction = String(document.info.description);

describe('the OpenAPI document', () => {
  it('is kept as the sources have it now (npm run openapi)', async () => {
    expect(JSON.parse(await readFile(documentFile, 'utf8'))).toEqual(JSON.parse(text));
  });

  it('has a document of the webhooks next to it, kept as the sources have it now, with the same schemas', async () => {
    const webhooks = await freshWebhooks();
    expect(JSON.parse(await readFile(webhooksFile, 'utf8'))).toEqual(JSON.parse(JSON.stringify(webhooks)));
    const { schemas = {} } = webhooks.components;
    expect(Object.keys(schemas).length).toBe(2 * (eventNames.length + 1));
    for (const [name, schema] of Object.entries(schemas)) expect(document.components.schemas![name]).toEqual(schema);
    for (const name of [...eventNames, 'TEST']) {
      const { properties } = schemas[schemaNameOf(name)] as { properties: { type: object } };
      expect(properties.type).toMatchObject({ type: 'string', enum: [name] });
      expect(JSON.stringify(webhooks.webhooks[name])).toContain(`/schemas/${schemaNameOf(name)}"`);
    }
  });

  const changeLog = join(projectRoot, 'CHANGELOG.md');
  it.skipIf(!existsSync(changeLog))("has the version of the change log's newest release", async () => {
    const [, version] = /^##\s+\[?v?(\d+\.\d+\.\d+[^\s\]]*)/m.exec(await readFile(changeLog, 'utf8')) ?? [];
    expect(version).toBe(packageJson.version);
    expect(document.info.version).toBe(version);
  });

  it('describes every operation of the table, with an example of its reply', () => {
    const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    // Operations of one path stand together.
    expect(shown.toSorted()).toEqual(allOperations.map(({ id, method, path }) => [id, method, path]).toSorted());
    for (const { path, method, cases, tag } of allOperations) {
      const { responses, tags } = document.paths[path]![method.toLowerCase()] as {
        tags: string[];
        responses: { 200: { content: { 'application/json': { examples: object } } } };
      };
      expect(Object.values(responses[200].content['application/json'].examples)).toEqual(
        cases.examples.map(({ summary, reply }) => ({ summary, value: reply })),
      );
      expect(tags).toEqual([tag]);
      expect(document.tags).toContainEqual(expect.objectContaining({ name: tag }));
    }
  });

  it('shows every error code of the catalogue with its own status', () => {
    const shown = new Set(allOperations.flatMap(errorsOf).map(({ code, status }) => `${code}/${status}`));
    for (const [code, { status }] of Object.entries(catalogue)) {
      expect(shown).toContain(`${code}/${status}`);
      const row = introduction.split('\n').find((line) => line.startsWith(`| ${code} | ${status} |`));
      expect(row, code).toContain(`| ${conditionOf(Number(code))} |`);
    }
  });

  it('says which codes of a 401 are not about the key', () => {
    const section = introduction.slice(introduction.indexOf('# Authentication'), introduction.indexOf('# What is'));
    for (const code of [1046, 1047, 1055, 1056, 1069, 1070, 1190]) expect(section).toContain(`${code} (`);
    expect(section).toContain('about the key if and only if its `code` is 1161 or 1167');
    const update = document.paths['/v1/business/{businessId}']!.put as {
      responses: Record<string, { description: string }>;
    };
    expect(update.responses[401]!.description).toContain('With any other code the key is right');
  });

  it('describes no response by the same line twice', () => {
    const responses = [
      ...Object.entries(document.components.responses ?? {}),
      ...Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.values(methods).flatMap(({ responses }) =>
          Object.entries(responses as object).map(([status, response]) => [`${path} ${status}`, response] as const),
        ),
      ),
    ] as readonly (readonly [string, { readonly description?: string }])[];
    expect(responses.length).toBeGreaterThan(1000);
    for (const [name, { description = '' }] of responses) {
      const lines = description.split('\n').filter((line) => line !== '');
      expect([name, lines]).toEqual([name, [...new Set(lines)]]);
    }
  });

  it('has room for sums of what connectors report', () => {
    const { ResultToReport: _, ...others } = (document.components.schemas ?? {}) as Record<string, object>;
    const sums = [...JSON.stringify(others).matchAll(/"(impressions|engagements)":(\{[^{}]*\})/g)];
    expect(sums.length).toBeGreaterThanOrEqual(6);
    for (const [, name, schema = ''] of sums) expect([name, JSON.parse(schema).format]).toEqual([name, 'int64']);
  });

  it('marks an operation that is to go, and names its headers', () => {
    const [operation] = allOperations as [Operation];
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
});
