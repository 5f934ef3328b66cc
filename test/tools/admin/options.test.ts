/** An option that no code reads is accepted and does nothing: what the program declares is read elsewhere in the commands' code. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { filesOf, isSource, textOf } from '../../contract/source-files.ts';
import { leafCommands } from './in-process.ts';

/** Names of what a source takes from its objects: `{ wait }` of a pattern, or `options.wait`. */
const namesRead = (file: string): string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.push(node.name.text);
    if (ts.isBindingElement(node)) names.push((node.propertyName ?? node.name).getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true));
  return names;
};

it('Each option of each command is read by its name', () => {
  const read = new Set(['tools/admin', 'tools/data'].flatMap(filesOf).filter(isSource).flatMap(namesRead));
  const options = [...leafCommands()].flatMap(([name, command]) =>
    command.options.map((option) => ({ name, attribute: option.attributeName() })),
  );
  expect(options.length).toBeGreaterThan(80);
  expect(options.filter(({ attribute }) => !read.has(attribute))).toEqual([]);
});
