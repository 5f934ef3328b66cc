/** The project's sources as a graph: who imports whom, read from their syntax. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../cdk/build/bundle.ts';

export interface Import {
  /** The importing file, from the root. */
  readonly file: string;
  /** A file of ours from the root, or the name of a package. */
  readonly target: string;
  /** Whether nothing of it is left at run time. */
  readonly isType: boolean;
}

/** Every file of a folder, from the root, less what packages and builds left there. */
export const filesOf = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:node_modules|cdk\.out)\//.test(file))
    .sort();

export const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

export const isSource = (file: string): boolean => /\.[mc]?[jt]s$/.test(file);

const trees = new Map<string, ts.SourceFile>();

/** Each file is read once, whatever is asked of it. */
const treeOf = (file: string): ts.SourceFile => {
  const tree = trees.get(file) ?? ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  trees.set(file, tree);
  return tree;
};

/** Visits each node of a file's syntax; comments and texts are none. */
export const visit = (file: string, see: (node: ts.Node) => void): void => {
  const each = (node: ts.Node): void => {
    see(node);
    ts.forEachChild(node, each);
  };
  each(treeOf(file));
};

/** `import {type A, type B} from` leaves nothing at run time either. */
const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause || clause.name) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly);
};

/** The module that a node names, and whether only as a type. */
const namedBy = (node: ts.Node): { readonly from: ts.Node | undefined; readonly isType: boolean } | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return { from: node.moduleSpecifier, isType: isTypeOnly(node) };
  }
  if (ts.isImportTypeNode(node)) {
    return { from: ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, isType: true };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { from: node.arguments[0], isType: false };
  }
  return undefined;
};

/** Everything that a source imports, types too. */
export const importsOf = (file: string): Import[] => {
  const found: Import[] = [];
  visit(file, (node) => {
    const named = namedBy(node);
    if (!named?.from || !ts.isStringLiteral(named.from)) return;
    const { text } = named.from;
    const target = text.startsWith('.') ? join(dirname(file), text) : text;
    found.push({ file, target, isType: named.isType });
  });
  return found;
};

/** Every circle of imports that a walk meets, as the files on it, the first one again at its end. */
export const circlesIn = (imports: readonly Pick<Import, 'file' | 'target'>[]): string[][] => {
  const next = Map.groupBy(imports, ({ file }) => file);
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const { target } of next.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
};

/** Every file that these reach by imports, themselves included. */
export const reachedFrom = (files: readonly string[], imports: readonly Import[]): ReadonlySet<string> => {
  const next = Map.groupBy(imports, ({ file }) => file);
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(next.get(file) ?? []).map(({ target }) => target));
  }
  return reached;
};
