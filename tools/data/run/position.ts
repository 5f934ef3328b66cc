/** The position of a run in its file: what is done, so that an interrupted run continues (`--resume`). */
import { readFileSync, rmSync } from 'node:fs';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { AdminError } from '../../io.ts';
import { requireOut } from '../../out-file.ts';
import { replaceFile } from '../../replace-file.ts';

/** Where a segment continues; `null` at its start. */
export type SegmentPosition = Item | null | 'end';

export interface Position {
  /** Phases that are complete. */
  readonly done: string[];
  /** The phase that is under way, if it is one that reads a table. */
  reading?: { readonly phase: string; readonly segments: SegmentPosition[]; seen: number } | undefined;
  /** What the command keeps with it. */
  kept: Record<string, unknown>;
}

export interface PositionFile {
  readonly file: string;
  /** The command and its table; a position of another one is refused. */
  readonly command: string;
  readonly table: string;
}

const textOf = ({ file }: PositionFile): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AdminError(`${file} cannot be read: ${(error as Error).message}`);
  }
};

export const newPosition = (): Position => ({ done: [], kept: {} });

/**
 * Reads a position; a new one if there is no such file.
 *
 * @throws AdminError if the file is something else, or can't be written
 */
export const readPosition = (named: PositionFile): Position => {
  requireOut(named.file);
  const text = textOf(named);
  if (text === undefined) return newPosition();
  try {
    const { command, table, position } = JSON.parse(text);
    if (command === named.command && table === named.table && Array.isArray(position.done)) return position;
  } catch {
    // Reported below.
  }
  throw new AdminError(`${named.file} is not a position in the table ${named.table} of ${named.command}.`);
};

/** Writes a position, readable by its owner alone. A file is never half of one. */
export const writePosition = ({ file, ...named }: PositionFile, position: Position): void =>
  replaceFile(requireOut(file), JSON.stringify({ ...named, position }));

export const removePosition = ({ file }: PositionFile): void => rmSync(requireOut(file), { force: true });
