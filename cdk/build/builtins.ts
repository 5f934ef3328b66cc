/** Lets a bundle, an ES module, take Node's own modules as `require` does. */
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const ownModule = (name: string): string => `process.getBuiltinModule('node:${name}')`;

/** For CommonJS packages, and for what is imported late. */
const required = (name: string): string => `module.exports = ${ownModule(name)};`;

/**
 * For `import`: what is imported by its name is read once, and what nobody imports is left out. The module as CommonJS would
 * be copied, each name of it, for each file that imports it: 2 ms of a cold start.
 */
const imported = (name: string): string => {
  const names = Object.keys(process.getBuiltinModule(`node:${name}`) ?? {}).filter((each) =>
    /^[A-Za-z]\w*$/.test(each),
  );
  return [
    `const own = ${ownModule(name)};`,
    'const read = (name) => own[name];',
    'export default own;',
    // Names such as `constants` may be taken: each has one of its own here.
    ...names.map(
      (each, index) => `const own${index} = /* @__PURE__ */ read('${each}'); export { own${index} as ${each} };`,
    ),
  ].join('\n');
};

/**
 * For esbuild: `import` of one of Node's own modules reads each of its exports, and some of them load further modules when
 * read; that is half of a cold start. `process.getBuiltinModule` reads none. CommonJS packages are served by it too, which
 * have no `require` in an ES module.
 */
export const builtinsPlugin = (): Plugin => ({
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, ({ path, kind }) =>
      isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: kind === 'import-statement' ? 'imported' : 'required' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({ contents: required(path), loader: 'js' }));
    build.onLoad({ filter: /.*/, namespace: 'imported' }, ({ path }) => ({ contents: imported(path), loader: 'js' }));
  },
});
