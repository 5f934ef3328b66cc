/**
 * Checks the catalogues of `lib/catalog` before a build uses them: an operator may have replaced them
 * (docs/data-files.md: catalogues).
 */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { fieldPath } from '../../lib/contract/violations.ts';
import { jsonPosition } from '../../lib/http/body/json-position.ts';
import type { Problem } from './catalogue-problems.ts';
import type { Catalogues } from './catalogue-rows.ts';
import { problemsBetween } from './catalogue-rules.ts';
import { type CatalogueFile, catalogueSchemas } from './catalogue-schemas.ts';

const projectRoot = join(import.meta.dirname, '../..');
/** The directory of the catalogues. */
export const CATALOGUES = join(projectRoot, 'lib/catalog');

/** A longer list would scroll the first errors out of sight. */
const MOST_SHOWN = 20;

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false });

/** Describes what is wrong with a value, by the schema keyword that it breaks. */
const wordsOf = ({ keyword, params, schema, data, message }: ErrorObject): string => {
  const found = JSON.stringify(data)?.slice(0, 80);
  switch (keyword) {
    case 'additionalProperties':
      return `has a field that is not known: ${params.additionalProperty}`;
    case 'required':
      return `has no ${params.missingProperty}`;
    case 'enum':
      return `must be one of ${(schema as unknown[]).join(', ')}, not ${found}`;
    case 'pattern':
      return `is not fit for this place: ${found}`;
    default:
      return `${message}, not ${found}`;
  }
};

/** Keywords whose errors only repeat that a keyword below them failed. */
const FRAMES = new Set(['if', 'propertyNames']);

const shapeProblems = (file: CatalogueFile, content: unknown): Problem[] => {
  const validate = ajv.compile(catalogueSchemas[file]);
  if (validate(content)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => !FRAMES.has(keyword))
    .map((error) => ({ file, path: fieldPath(error.instancePath), what: wordsOf(error) }));
};

const files = Object.keys(catalogueSchemas) as CatalogueFile[];

interface Reading {
  readonly content?: unknown;
  readonly problems: readonly Problem[];
}

const parsed = (file: CatalogueFile, text: string): Reading => {
  try {
    const content: unknown = JSON.parse(text);
    return { content, problems: shapeProblems(file, content) };
  } catch (error) {
    const { line, column } = jsonPosition(text, (error as Error).message);
    return { problems: [{ file, path: '', what: `is no JSON, from line ${line}, column ${column}` }] };
  }
};

const read = async (directory: string, file: CatalogueFile): Promise<Reading> => {
  try {
    return parsed(file, await readFile(join(directory, file), 'utf8'));
  } catch (error) {
    return { problems: [{ file, path: '', what: `can’t be read: ${(error as Error).message}` }] };
  }
};

/**
 * Checks all catalogues of a directory. Rules between rows and files are checked once each row by itself is valid.
 *
 * @param directory - where the files are
 * @throws Error that lists each file, the path in it and what is wrong there
 */
export const checkCatalogues = async (directory = CATALOGUES): Promise<void> => {
  const all = await Promise.all(files.map(async (file) => [file, await read(directory, file)] as const));
  const ofShape = all.flatMap(([, { problems }]) => problems);
  const contents = Object.fromEntries(all.map(([file, { content }]) => [file, content])) as unknown as Catalogues;
  const problems = ofShape.length > 0 ? ofShape : problemsBetween(contents);
  if (problems.length === 0) return;
  const lines = problems
    .slice(0, MOST_SHOWN)
    .map(
      ({ file, path, what }) =>
        `  ${relative(projectRoot, join(directory, file))}: ${path === '' ? 'it' : path} ${what}`,
    );
  const more = problems.length - lines.length;
  const rest = more > 0 ? [`  and ${more} more`] : [];
  throw new Error(['Catalogues that can’t be used:', ...lines, ...rest].join('\n'));
};
