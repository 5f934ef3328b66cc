/** The document by the rules of a linter; `npm run lint:openapi` asks others too. */
import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { freshDocument, freshWebhooks } from '../../tools/docs/document.ts';

it.each([
  ['openapi.json', freshDocument, '"operationId": "getContact"', '"operationId": "updateBusiness"'],
  ['webhooks.json', freshWebhooks, '"operationId": "onTestEvent"', '"operationId": "onQnaUpdatedEvent"'],
])("%s has no finding of Redocly's strict rules", async (file, fresh, once, twice) => {
  const text = JSON.stringify(await fresh(), null, 2);
  const config = await loadConfig({ configPath: join(projectRoot, 'redocly.yaml') });
  const findings = await lintFromString({ source: text, absoluteRef: `/${file}`, config });
  expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  const broken = text.replace(once, twice);
  expect(broken).not.toBe(text);
  expect(await lintFromString({ source: broken, absoluteRef: `/${file}`, config })).not.toEqual([]);
});
