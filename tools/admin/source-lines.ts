/**
 * Names the lines of our sources behind the stack of an error in a log. Functions are deployed minified and without source
 * maps, which would cost every cold start; the map of a bundle is made here, from the sources that are checked out.
 */
import { SourceMap } from 'node:module';
import { sourceMapOf } from '../../cdk/build/bundle.ts';
import { allOperations } from '../../lib/operations.ts';

/** A frame in the bundle of a function: `at h (file:///var/task/index.mjs:1:34567)`. */
const FRAME = /index\.mjs:(\d+):(\d+)/g;

interface LoggedError {
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/** The positions in the bundle, from the innermost cause outwards. */
const framesOf = (error: unknown): readonly (readonly [line: number, column: number])[] => {
  if (typeof error !== 'object' || error === null) return [];
  const { stack, cause } = error as LoggedError;
  const own = [...String(stack ?? '').matchAll(FRAME)].map(
    ([, line, column]) => [Number(line), Number(column)] as const,
  );
  return [...framesOf(cause), ...own];
};

/**
 * The lines of our sources in an error, without those of packages: `lib/business/update.ts:41`. They are right if the
 * checked-out commit is the deployed one.
 *
 * @param operation - the id of the operation whose function has logged it
 */
export const sourceLines = async (operation: string, error: unknown): Promise<readonly string[]> => {
  const row = allOperations.find(({ id }) => id === operation);
  const frames = framesOf(error);
  if (!row || frames.length === 0) return [];
  const map = new SourceMap(JSON.parse(await sourceMapOf(`functions/${row.module}/${row.entry}.ts`)));
  const found = frames.flatMap(([line, column]) => {
    const origin = map.findOrigin(line, column);
    return 'fileName' in origin ? [`${origin.fileName.replace(/^(?:\.\.\/)+/, '')}:${origin.lineNumber}`] : [];
  });
  return [...new Set(found)].filter((place) => !place.includes('node_modules/'));
};
