/** The OpenAPI document of this working copy, and that of the last release. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../build/bundle.ts';
import { readUsagePlans } from '../../stack/usage-plans.ts';
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts';

const run = promisify(execFile);

/** Where the document is kept. */
export const documentFile = join(projectRoot, 'openapi.json');

const readJson = async (file: string) => JSON.parse(await readFile(join(projectRoot, file), 'utf8'));

/** The document as the sources have it now. */
export const freshDocument = async (): Promise<OpenApiDocument> => {
  const [{ version }, { context }] = await Promise.all([readJson('package.json'), readJson('cdk.json')]);
  return openApiDocument({ version, plans: readUsagePlans(context.usagePlans) });
};

const git = async (...parameters: string[]): Promise<string | undefined> => {
  try {
    const { stdout } = await run('git', parameters, { cwd: projectRoot, maxBuffer: 64 * 1_048_576 });
    return stdout.trim();
  } catch {
    return undefined;
  }
};

/** The document at the last tag; `undefined` where there is no tag, no document at it, or no git. */
export const releasedDocument = async (): Promise<{ tag: string; document: OpenApiDocument } | undefined> => {
  const tag = await git('describe', '--tags', '--abbrev=0');
  const text = tag && (await git('show', `${tag}:openapi.json`));
  return tag && text ? { tag, document: JSON.parse(text) } : undefined;
};
