/** The settings of a stage's deploy: `cdk.json`, overridden by `-c` on the command line (docs/operators.md, deploy). */
import { statSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Place } from '../../cdk/stack/bound-stages.ts';
import type { Settings } from '../../cdk/stack/context.ts';
import { AdminError } from '../io.ts';
import { replaceFile } from '../replace-file.ts';

const cdkJson = join(projectRoot, 'cdk.json');

/**
 * Reads the context as the CDK app does. Loads the CDK.
 *
 * @throws AdminError that says which key is wrong, and what is expected
 */
export const stageSettings = async (context: Readonly<Record<string, string>>, file = cdkJson): Promise<Settings> => {
  const { settingsOf } = await import('../../cdk/stack/settings-of.ts');
  const { context: written } = JSON.parse(await readFile(file, 'utf8'));
  try {
    return settingsOf({ ...written, ...context });
  } catch (error) {
    throw new AdminError((error as Error).message);
  }
};

const rewrite = async (file: string, text: string): Promise<void> =>
  replaceFile(await realpath(file), text, statSync(file).mode & 0o777);

/**
 * Binds a stage to an account and a Region in `cdk.json`, without changing its other contents or formatting.
 *
 * @returns what it was bound to before
 */
export const writeBoundStage = async (stage: string, place: Place, file = cdkJson): Promise<Place | undefined> => {
  const text = await readFile(file, 'utf8');
  const bound: Readonly<Record<string, Place>> | undefined = JSON.parse(text).context.stages;
  if (bound !== undefined && Object.hasOwn(bound, stage)) return bound[stage];
  const entry = `"${stage}": { "account": "${place.account}", "region": "${place.region}" }`;
  const isEmpty = bound === undefined || Object.keys(bound).length === 0;
  const changed =
    bound === undefined
      ? text.replace(/"context":\s*\{/, (start) => `${start}\n    "stages": {\n      ${entry}\n    },`)
      : text.replace(/"stages":\s*\{/, (start) => `${start}\n      ${entry}${isEmpty ? '' : ','}`);
  await rewrite(file, changed);
  return undefined;
};

/**
 * Adds a stage to the protected stages in `cdk.json`, without changing its other contents or formatting.
 *
 * @returns whether it was in the list before
 */
export const writeProtectedStage = async (stage: string, file = cdkJson): Promise<boolean> => {
  const text = await readFile(file, 'utf8');
  const named: string | undefined = JSON.parse(text).context.protectedStages;
  const stages = named?.split(',').map((name) => name.trim()) ?? [];
  if (stages.includes(stage)) return true;
  const entry = `"protectedStages": ${JSON.stringify([...stages, stage].join(','))}`;
  const changed =
    named === undefined
      ? text.replace(/"context":\s*\{/, (start) => `${start}\n    ${entry},`)
      : text.replace(/"protectedStages":\s*"[^"]*"/, entry);
  await rewrite(file, changed);
  return false;
};
