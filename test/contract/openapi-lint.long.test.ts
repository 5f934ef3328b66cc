/** The document by the rules of a linter; `npm run lint:openapi` asks others too. */
import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { freshDocument } from '../../cdk/tools/docs/document.ts';

it("the document has no finding of Redocly's strict rules", async () => {
  const text = JSON.stringify(await freshDocument(), null, 2);
  const config = await loadConfig({ configPath: join(projectRoot, 'redocly.yaml') });
  const findings = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  const broken = text.replace('"operationId": "getContact"', '"operationId": "updateBusiness"');
  expect(await lintFromString({ source: broken, absoluteRef: '/openapi.json', config })).not.toEqual([]);
});
