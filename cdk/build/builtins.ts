/** Lets a bundle, which is an ES module, import Node's built-in modules without the cost of an ES import. */
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const ownModule = (name: string): string => `process.getBuiltinModule('node:${name}')`;

/** For CommonJS packages and dynamic imports. */
const required = (name: string): string => `module.exports = ${ownModule(name)};`;

/**
 * For `import`: each name is read once, and names that no file imports are tree-shaken. If this were CommonJS, esbuild
 * would copy every name of the module for each file that imports it, which costs 2 ms of a cold start.
 */
const imported = (name: string): string => {
  const names = Object.keys(process.getBuiltinModule(`node:${name}`) ?? {}).filter((each) =>
    /^[A-Za-z]\w*$/.test(each),
  );
  return [
    `const own = ${ownModule(name)};`,
    'const read = (name) => own[name];',
    'export default own;',
    // Names such as `constants` may be taken in the importing file, so each gets a unique name here.
    ...names.map(
      (each, index) => `const own${index} = /* @__PURE__ */ read('${each}'); export { own${index} as ${each} };`,
    ),
  ].join('\n');
};

/**
 * An esbuild plugin that replaces imports of Node's built-in modules by `process.getBuiltinModule`. An ES import reads
 * each export of the module, and some exports load further modules when read, which takes half of a cold start.
 * `process.getBuiltinModule` reads none. It also serves CommonJS packages, which have no `require` in an ES module.
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
