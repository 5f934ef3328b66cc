/** The lists of docs/where-to-find.md. They say which files answer with a code, and which files hold the rules of a module. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import * as rows from '../../../lib/contract/error-rows.ts';
import * as laterRows from '../../../lib/contract/later-error-rows.ts';

/** Where no rule stands: the catalogue, what tests try, and the lists of codes that a contract may answer with. */
const NO_RULES = /\.cases\.ts$|\.provocations\.ts$|^lib\/contract\/(?:error|later-error)-rows\.ts$/;

const sourcesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(projectRoot, folder), { recursive: true }))
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !NO_RULES.test(file))
    .sort();

const treeOf = async (file: string): Promise<ts.SourceFile> =>
  ts.createSourceFile(file, await readFile(join(projectRoot, file), 'utf8'), ts.ScriptTarget.Latest, true);

/** A contract's own list of codes (`errors: [...]`) names them; it decides nothing. */
const isListed = (node: ts.Node): boolean =>
  ts.findAncestor(node, (each) => ts.isPropertyAssignment(each) && each.name.getText() === 'errors') !== undefined;

/** The catalogue by the names under which schemas and rules import it. */
const IMPORTED = { errors: rows, laterErrors: laterRows } as const;

/** Codes below this are HTTP statuses, which any rule without its own code answers with. */
const FIRST_OWN_CODE = 1000;

/** The codes of the rows that a file uses: `errors.nameBlank`. */
const codesUsedIn = (tree: ts.SourceFile): ReadonlySet<number> => {
  const used = new Set<number>();
  const see = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && !isListed(node)) {
      const from = IMPORTED[node.expression.getText(tree) as keyof typeof IMPORTED] as object | undefined;
      const row: unknown = from && Reflect.get(from, node.name.text);
      if (typeof row === 'object' && row !== null && 'code' in row) used.add(Number(row.code));
    }
    ts.forEachChild(node, see);
  };
  see(tree);
  return used;
};

/** `rules/address` for `lib/business/rules/address.ts`, as a link. */
const linked = (file: string): string => `[${file.replace(/^lib\//, '').replace(/\.ts$/, '')}](../${file})`;

/** Codes with the files of `lib` and `functions` whose rules and schemas return them; codes of the same files share a row. */
export const codesTable = async (): Promise<string> => {
  const files = [...(await sourcesIn('lib')), ...(await sourcesIn('functions'))];
  const used = await Promise.all(files.map(async (file) => ({ file, codes: codesUsedIn(await treeOf(file)) })));
  const codes = [...new Set(used.flatMap(({ codes }) => [...codes]))]
    .filter((code) => code >= FIRST_OWN_CODE)
    .sort((one, other) => one - other);
  const filesOf = (code: number) =>
    used
      .filter(({ codes }) => codes.has(code))
      .map(({ file }) => linked(file))
      .join(', ');
  return [...Map.groupBy(codes, filesOf)].map(([where, of]) => `- ${of.join(', ')}: ${where}`).join('\n');
};

const hasPurpose = (tree: ts.SourceFile): boolean =>
  (ts.getLeadingCommentRanges(tree.getFullText(), 0) ?? []).length > 0;

/** Folders of `lib` below the modules: docs/engineers.md has their purposes, and docs/where-to-find.md their topics. */
const LAYERS = ['bucket', 'catalog', 'contract', 'dynamodb', 'http', 'outside', 'queue'];

/**
 * The files of rules of each module; of a module without rules, the files next to its repository. The first comment of a
 * file says what it is for.
 *
 * @throws Error for a listed file without a comment at its beginning
 */
export const rulesTable = async (): Promise<string> => {
  const files = (await sourcesIn('lib')).filter((file) => !LAYERS.includes(file.split('/')[1] ?? ''));
  const modules = Map.groupBy(
    files.filter((file) => file.split('/').length > 2),
    (file) => file.split('/')[1] ?? '',
  );
  const rows = [...modules].map(([module, own]) => {
    const rules = own.filter((file) => file.startsWith(`lib/${module}/rules/`));
    const listed = rules.length > 0 ? rules : own.filter((file) => file.split('/').length === 3);
    return { module, listed };
  });
  for (const file of rows.flatMap(({ listed }) => listed)) {
    if (!hasPurpose(await treeOf(file)))
      throw new Error(`${file} has no comment at its beginning that says what it is for`);
  }
  const name = (file: string) => `[${file.replace(/^.*\/|\.ts$/g, '')}](../${file})`;
  return rows.map(({ module, listed }) => `- ${module}: ${listed.map(name).join(', ')}`).join('\n');
};
