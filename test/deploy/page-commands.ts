/** The commands that a page of `docs/` has for an operator to type. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';

/** The blocks of commands below each heading of the second level; a command that is continued stands on one line. */
export const commandsOf = async (page: string): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> => {
  const text = await readFile(join(projectRoot, 'docs', page), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) =>
        block
          .replaceAll(/\\\n\s*/g, '')
          .split('\n')
          .filter((line) => line !== ''),
      ),
    ]),
  );
};

/** A command as words, with what stands in angle brackets replaced. No command of the pages has a blank within quotes. */
export const wordsOf = (line: string, names: ReadonlyMap<string, string>): readonly string[] =>
  line
    .replace(/ +#.*$/, '')
    .replaceAll(/<([^<>]+)>/g, (_, name: string) => {
      const found = names.get(name);
      if (found === undefined) throw new Error(`No one knows <${name}> of: ${line}`);
      return found;
    })
    .split(/ +/);
