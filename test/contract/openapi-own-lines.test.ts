/** An operation changes its own lines of the OpenAPI document only, so that two that are added at once do not meet. */
import { expect, it } from 'vitest';
import type { Operation } from '../../lib/contract/cases.ts';
import { allOperations } from '../../lib/operations.ts';
import { type OpenApiDocument, openApiDocument } from '../../tools/docs/openapi/document.ts';
import { triedOperations } from '../support/chosen.ts';
import { isWithin } from './added-lines.ts';

const documentOf = (table: readonly Operation[]): OpenApiDocument =>
  openApiDocument({ version: '1.0.0', plans: {}, table });
const textOf = (document: unknown): string => JSON.stringify(document, null, 2);
const linesOf = (document: unknown): string[] => textOf(document).split('\n');

const whole = documentOf(allOperations);
const wholeLines = linesOf(whole);

/** The whole document less what only one operation needs: its method, and the components and the tag that none else names. */
const without = ({ path, method }: Operation, less: OpenApiDocument): OpenApiDocument => {
  const { [path]: methods, ...others } = whole.paths;
  const { [method.toLowerCase()]: _, ...rest } = methods!;
  const isLeft = Object.keys(rest).length > 0;
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([name, each]) =>
      name in others ? [[name, each]] : isLeft ? [[name, rest]] : [],
    ),
  );
  const components = Object.fromEntries(
    Object.entries(whole.components).map(([group, all]) => [
      group,
      Object.fromEntries(Object.entries(all).filter(([name]) => name in less.components[group]!)),
    ]),
  );
  const names = (less.tags as { name: string }[]).map(({ name }) => name);
  const tags = (whole.tags as { name: string }[]).filter(({ name }) => names.includes(name));
  return { ...whole, tags, paths, components };
};

it.each(triedOperations(6, { salt: 'own lines', from: allOperations }))('$id', (operation) => {
  const less = documentOf(allOperations.filter((each) => each !== operation));
  expect(less).toEqual(without(operation, less));
  // A path stands where its first operation does: without that one its other methods move, and change nothing else.
  const [first, ...others] = allOperations.filter(({ path }) => path === operation.path);
  if (first === operation && others.length > 0) return;
  expect(textOf(less)).toBe(textOf(without(operation, less)));
  expect(isWithin(linesOf(less), wholeLines)).toBe(true);
  // What comes next to its method: its own schemas, and what it is the first to need.
  const text = textOf(whole.paths[operation.path]![operation.method.toLowerCase()]);
  expect(wholeLines.length - linesOf(less).length).toBeGreaterThanOrEqual(text.split('\n').length);
});

it('says the same of each operation in whatever order the list has them', () => {
  const turned = documentOf(allOperations.toReversed());
  expect(textOf(turned.components)).toBe(textOf(whole.components));
  expect(turned).toEqual(whole);
});

it('would notice a component that is named by its turn', () => {
  const [first, second, third] = ['"BusyExample": 1', '"BusyExample-2": 2', '"BusyExample-3": 3'];
  expect(isWithin([first!, third!], [first!, second!, third!])).toBe(true);
  expect(isWithin([first!, '"BusyExample-2": 3'], [first!, second!, third!])).toBe(false);
});
