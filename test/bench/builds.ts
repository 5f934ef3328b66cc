/** Builds the variants, each as its own documentation would have it. */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { builtinsPlugin } from '../../cdk/build/builtins.ts';
import { bundleFunctions, projectRoot } from '../../cdk/build/bundle.ts';
import { nodeOptions } from '../../cdk/stack/endpoint-function.ts';

/** Every variant has these; the others only ours and the bare handler have. */
type Common = 'updateBusiness' | 'getContact';
export type Operation = Common | 'saveContact' | 'searchBusinesses';
type Sources = Readonly<Record<Common, string> & Partial<Record<Operation, string>>>;

export interface Variant {
  readonly id: string;
  readonly title: string;
  /** Whether it checks the body; the floor and the bare handler do not. */
  readonly checks: boolean;
  /** A framework that ours is compared with. */
  readonly peer?: boolean;
  readonly files: Sources;
  /** Settings of Node, where the variant's function has any. */
  readonly nodeOptions?: string;
  readonly bytes: number;
  readonly gzip: number;
}

/** What esbuild does when nothing is said. */
const plain: BuildOptions = { bundle: true, platform: 'node', target: 'node24', format: 'cjs' };

/** The best bundle that the settings of ours make of another's code; of the SDK, only the chain of credential providers is left out. */
const best: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
};
const PROVIDERS = '@aws-sdk/credential-provider-node';
/** The credentials are the ones that Lambda sets; the chain of providers holds five more clients. */
const withoutProviders: Plugin = {
  name: 'without-providers',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${PROVIDERS}$`) }, ({ path }) => ({
      path,
      namespace: 'without-providers',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'without-providers' }, () => ({
      contents: `export const defaultProvider = () => { throw new Error('${PROVIDERS} is left out'); };`,
      loader: 'js',
    }));
  },
};

interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly checks: boolean;
  readonly peer?: boolean;
  readonly settings: BuildOptions;
  readonly sources: Sources;
}

/** One source for both operations. */
const both = (source: string): Record<Common, string> => ({ updateBusiness: source, getContact: source });

const peer = (id: string, title: string): Recipe => ({
  id,
  title,
  checks: true,
  peer: true,
  settings: { ...best, plugins: [withoutProviders, builtinsPlugin()] },
  sources: both(`${id}.js`),
});

const recipes: readonly Recipe[] = [
  {
    id: 'floor',
    title: 'floor: signed and sent by hand',
    checks: false,
    settings: { ...best, plugins: [builtinsPlugin()] },
    sources: { updateBusiness: 'floor-update-business.js', getContact: 'floor-get-contact.js' },
  },
  {
    id: 'bare',
    title: 'bare: stock client, no checks',
    checks: false,
    settings: plain,
    sources: {
      ...both('bare.js'),
      saveContact: 'bare-save-contact.js',
      searchBusinesses: 'bare-search-businesses.js',
    },
  },
  {
    id: 'bare-read-first',
    title: 'bare: the same, reads before it writes',
    checks: false,
    settings: plain,
    sources: both('bare-read-first.js'),
  },
  {
    id: 'naive',
    title: 'naive middy, Ajv at run time',
    checks: true,
    settings: plain,
    sources: { updateBusiness: 'naive-update-business.js', getContact: 'naive-get-contact.js' },
  },
  peer('powertools', 'Powertools + zod'),
  peer('hono', 'Hono + zod'),
  peer('fastify', 'Fastify adapter + zod'),
  peer('express', 'Express adapter + zod'),
];

const variants = join(import.meta.dirname, 'variants');

const sizes = async (file: string) => {
  const text = await readFile(file);
  return { bytes: (await stat(file)).size, gzip: gzipSync(text).length };
};

const buildRecipe = async (
  outdir: string,
  { id, title, checks, peer: isPeer = false, settings, sources }: Recipe,
): Promise<Variant> => {
  const extension = settings.format === 'esm' ? '.mjs' : '.cjs';
  await build({
    ...settings,
    absWorkingDir: projectRoot,
    entryPoints: [...new Set(Object.values(sources))].map((source) => join(variants, source)),
    outdir: join(outdir, id),
    outExtension: { '.js': extension },
    logLevel: 'error',
  });
  const files = Object.fromEntries(
    Object.entries(sources).map(([operation, source]) => [
      operation,
      join(outdir, id, source.replace(/\.js$/, extension)),
    ]),
  ) as unknown as Sources;
  return { id, title, checks, peer: isPeer, files, ...(await sizes(files.updateBusiness)) };
};

/** The bundles that are deployed, and no others, of this checkout or of another one, which bundles them itself. */
const buildOurs = async (
  outdir: string,
  id: string,
  title: string,
  bundle: typeof bundleFunctions,
): Promise<Variant> => {
  const bundles = await bundle(join(outdir, id), [
    'functions/business/update-business.ts',
    'functions/business/search-businesses.ts',
    'functions/contacts/get-contact.ts',
    'functions/contacts/save-contact.ts',
    'functions/menus/get-menu-details.ts',
  ]);
  const fileOf = (name: string) => join(bundles[name]!, 'index.mjs');
  const files = {
    updateBusiness: fileOf('update-business'),
    getContact: fileOf('get-contact'),
    saveContact: fileOf('save-contact'),
    searchBusinesses: fileOf('search-businesses'),
  };
  return { id, title, checks: true, nodeOptions, files, ...(await sizes(files.updateBusiness)) };
};

/** Ours first. */
export const buildVariants = async (outdir: string): Promise<Variant[]> => {
  const ours = await buildOurs(outdir, 'ours', 'ours: the whole chain', bundleFunctions);
  const others: Variant[] = [];
  for (const recipe of recipes) others.push(await buildRecipe(outdir, recipe));
  return [ours, ...others];
};

/**
 * Ours, and ours of another checkout of this project, whose dependencies are installed.
 *
 * @param checkout - its directory; it has `cdk/build/bundle.ts` with the `bundleFunctions` of here
 */
export const buildBoth = async (outdir: string, checkout: string): Promise<[ours: Variant, other: Variant]> => {
  const theirs: { readonly bundleFunctions: typeof bundleFunctions } = await import(
    pathToFileURL(join(resolve(checkout), 'cdk/build/bundle.ts')).href
  );
  return [
    await buildOurs(outdir, 'ours', 'this checkout', bundleFunctions),
    await buildOurs(outdir, 'other', 'the other checkout', theirs.bundleFunctions),
  ];
};
