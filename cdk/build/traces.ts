/** Bundles the layer that traces calls; only a stage with `traceCalls` has it. */
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { builtinsPlugin } from './builtins.ts';
import { packagesIn, projectRoot, settings } from './bundle.ts';

/** The file, which is in `/opt` where a function runs. */
export const TRACES_FILE = 'traces.mjs';

export interface TracesBundle {
  readonly directory: string;
  /** The packages whose code is in it. */
  readonly packages: readonly string[];
}

/** Bundles it into a directory of its own. */
export const bundleTraces = async (directory: string): Promise<TracesBundle> => {
  const { metafile } = await build({
    ...settings,
    plugins: [builtinsPlugin()],
    entryPoints: [resolve(projectRoot, 'cdk/layer/traces.ts')],
    outfile: join(directory, TRACES_FILE),
  });
  return { directory, packages: [...new Set(packagesIn(metafile))].sort() };
};
