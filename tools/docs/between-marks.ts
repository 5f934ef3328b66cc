/** Text that a command writes into a page of docs/, between two marks that name the command. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';

/**
 * The page with this text between the marks of a command. Pure.
 *
 * @throws Error if the page has lost them
 */
export const withWritten = (page: string, command: string, text: string): string => {
  const mark = (end: 'from' | 'to') => `<!-- written by ${command}: ${end} here -->`;
  const [from, to] = [page.indexOf(mark('from')), page.indexOf(mark('to'))];
  if (from < 0 || to < from) throw new Error(`The page has lost the marks between which ${command} writes`);
  return `${page.slice(0, from)}${mark('from')}\n\n${text}\n\n${page.slice(to)}`;
};

/**
 * Writes the text between the marks of a command.
 *
 * @param name - of a page in docs/
 */
export const writeBetweenMarks = async (name: string, command: string, text: string): Promise<void> => {
  const file = join(projectRoot, 'docs', name);
  await writeFile(file, withWritten(await readFile(file, 'utf8'), command, text));
};
