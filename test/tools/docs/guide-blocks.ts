/** The blocks of code in a guide for partners, or in another text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';

export interface Block {
  readonly syntax: string;
  readonly text: string;
}

/** The blocks of code in a text. */
export const blocksIn = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, syntax = '', text = '']) => ({ syntax, text }));

export const blocksOf = async (guide: string): Promise<Block[]> =>
  blocksIn(await readFile(join(projectRoot, 'docs/guides', guide), 'utf8'));

/** The programs of the guide to a thousand locations: one that keeps them right, and what receives its events. */
export const programsOf = async (): Promise<{ readonly sync: string; readonly receiver: string }> => {
  const code = (await blocksOf('thousand-locations.md'))
    .filter(({ syntax }) => syntax === 'ts')
    .map(({ text }) => text);
  const receiver = code.pop()!;
  return { sync: code.join('\n'), receiver };
};
