/** Every figure and table that the repository's pages have from the code, and the pages that have places for them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { readUsagePlans } from '../../../cdk/stack/usage-plans.ts';
import { entities } from '../../../lib/entities.ts';
import { operations } from '../../../lib/operations.ts';
import { keysTable } from './keys.ts';
import { modulesTable } from './modules.ts';
import { type Figures, placesOf } from './places.ts';
import { plansTable } from './plans.ts';
import { codesTable, rulesTable } from './rules.ts';
import { moreResources, resourcesText, templateFigures } from './template.ts';

export interface Assemblies {
  /** The directory of the stage with the defaults. */
  readonly plain: string;
  /** The same with `canary`; without it that figure is left out. */
  readonly canary?: string;
}

/** The figures that a stage with `canary` has to be synthesized for. */
export const CANARY_FIGURES = ['canary-resources'] as const;

export const figuresOf = async ({ plain, canary }: Assemblies): Promise<Figures> => {
  const { context } = JSON.parse(await readFile(join(projectRoot, 'cdk.json'), 'utf8'));
  const resources = await templateFigures(plain);
  const counts: ReadonlyMap<string, number> = new Map([
    ...resources,
    ['operations', operations.length],
    ['items', entities.length],
    ...(canary === undefined ? [] : [[CANARY_FIGURES[0], await moreResources(plain, canary)] as const]),
  ]);
  return new Map([
    ...[...counts].map(([name, count]) => [name, count.toLocaleString('en-US')] as const),
    ['resources', resourcesText(resources)],
    ['keys', keysTable()],
    ['plans', plansTable(readUsagePlans(context.usagePlans))],
    ['modules', await modulesTable()],
    ['codes-in-files', await codesTable()],
    ['rules', await rulesTable()],
  ]);
};

/** The pages with places, by their path in the repository. */
export const pagesWithPlaces = async (): Promise<ReadonlyMap<string, string>> => {
  const inDocs = (await readdir(join(projectRoot, 'docs'), { recursive: true })).map((file) => join('docs', file));
  const files = [...(await readdir(projectRoot)), ...inDocs].filter((file) => file.endsWith('.md')).sort();
  const pages = await Promise.all(
    files.map(async (file) => [file, await readFile(join(projectRoot, file), 'utf8')] as const),
  );
  return new Map(pages.filter(([, text]) => placesOf(text).length > 0));
};
