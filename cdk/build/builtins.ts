/** Lets a bundle, an ES module, take Node's own modules as `require` does. */
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * For esbuild: `import` of one of Node's own modules reads each of its exports, and some of them load further modules when
 * read; that is half of a cold start. `process.getBuiltinModule` reads none. CommonJS packages are served by it too, which
 * have no `require` in an ES module.
 */
export const builtinsPlugin = (): Plugin => ({
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace(/^node:/, ''), namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
      loader: 'js',
    }));
  },
});
