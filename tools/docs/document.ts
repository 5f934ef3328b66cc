/** The OpenAPI document of this working copy, and that of the last release. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { readUsagePlans } from '../../cdk/stack/usage-plans.ts';
import { demoKey } from '../local/demo.ts';
import type { Acceptance } from './breaking-changes.ts';
import {
  type Audience,
  type OpenApiDocument,
  openApiDocument,
  type WebhooksDocument,
  webhooksDocument,
} from './openapi/document.ts';
import { postmanCollection } from './postman.ts';

/** Where the document is kept. */
export const documentFile = join(projectRoot, 'openapi.json');
/** Where the document of the webhooks is kept. */
export const webhooksFile = join(projectRoot, 'webhooks.json');
/** Where the documents of the releases are kept: `openapi-0.1.0.json`. */
const released = join(projectRoot, 'docs/released');

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** The document as the sources have it now. @param audience - any generator if left out */
export const freshDocument = async (audience?: Audience): Promise<OpenApiDocument> => {
  const [{ version }, { context }] = await Promise.all(
    ['package.json', 'cdk.json'].map((file) => readJson(join(projectRoot, file))),
  );
  return openApiDocument({ version, plans: readUsagePlans(context.usagePlans), ...(audience && { audience }) });
};

/** The document of the webhooks as the sources have it now. */
export const freshWebhooks = async (): Promise<WebhooksDocument> =>
  webhooksDocument({ version: (await readJson(join(projectRoot, 'package.json'))).version });

/** The Postman collection as the sources have it now. */
export const freshCollection = async () => {
  const { version } = await readJson(join(projectRoot, 'package.json'));
  return postmanCollection({ version, apiKey: await demoKey() });
};

/** The versions whose documents are kept, the newest last. */
export const releasedVersions = async (): Promise<string[]> => {
  const names = await readdir(released);
  return names
    .flatMap((name) => /^openapi-(.+)\.json$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
};

/** The document of the last release. */
export const releasedDocument = async (): Promise<OpenApiDocument> =>
  readJson(join(released, `openapi-${(await releasedVersions()).at(-1)}.json`));

/** The breaking changes since then that were decided on; the file is emptied with each release (docs/versioning.md). */
export const acceptedChanges = (): Promise<Acceptance[]> => readJson(join(released, 'accepted-changes.json'));
