/** What a deploy of a stage would be told: `cdk.json`, and what `-c` says on the command line (docs/operators.md, deploy). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../build/bundle.ts';
import type { Settings } from '../../stack/context.ts';

const cdkJson = join(projectRoot, 'cdk.json');

/**
 * Reads the context as the CDK app does. Loads the CDK.
 *
 * @throws Error that says which key is wrong, and what it should be
 */
export const stageSettings = async (context: Readonly<Record<string, string>>, file = cdkJson): Promise<Settings> => {
  const { settingsOf } = await import('../../stack/settings-of.ts');
  const { context: written } = JSON.parse(await readFile(file, 'utf8'));
  return settingsOf({ ...written, ...context });
};

/**
 * Names a stage as protected in `cdk.json`, and changes nothing else in it, nor how it is laid out.
 *
 * @returns whether it was named before
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
  await writeFile(file, changed);
  return false;
};
