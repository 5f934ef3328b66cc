/** Arranges the locations of an account in a tree by its hierarchy levels (docs/decisions.md: hierarchy). Pure. */
import { folded, inOrder } from '../../contract/folded-text.ts';

/** A row in the tree: a location, or a sub-account, which is not expanded. */
export interface Arranged {
  readonly number: number;
  readonly isAccount: boolean;
  readonly hierarchy: Readonly<Record<string, string>>;
}

/** A value of a level, with its children. */
export interface Branch<Row> {
  readonly level: string;
  readonly value: string;
  readonly children: readonly TreeNode<Row>[];
}
export type TreeNode<Row> = { readonly branch: Branch<Row> } | { readonly row: Row };

interface Growing<Row> {
  readonly branches: Map<
    string,
    Growing<Row> & { readonly depth: number; readonly level: string; readonly value: string }
  >;
  readonly rows: Row[];
}

const growing = <Row>(): Growing<Row> => ({ branches: new Map(), rows: [] });

const inTurn = <Row extends Arranged>(a: Row, b: Row): number =>
  Number(a.isAccount) - Number(b.isAccount) || a.number - b.number;

const grown = <Row extends Arranged>({ branches, rows }: Growing<Row>): TreeNode<Row>[] => [
  ...[...branches.values()]
    .sort((a, b) => inOrder(folded(a.value), folded(b.value)) || inOrder(a.value, b.value) || a.depth - b.depth)
    .map((branch) => ({ branch: { level: branch.level, value: branch.value, children: grown(branch) } })),
  ...rows.sort(inTurn).map((row) => ({ row })),
];

/**
 * Builds the tree below an account: values of the levels by name, then locations, then sub-accounts, both by number. A
 * level that a location lacks is skipped.
 *
 * @param levels - widest first
 */
export const treeOf = <Row extends Arranged>(
  levels: readonly string[],
  rows: readonly Row[],
): readonly TreeNode<Row>[] => {
  const root = growing<Row>();
  for (const row of rows) {
    let at = root;
    for (const [depth, level] of levels.entries()) {
      const value = row.isAccount || !Object.hasOwn(row.hierarchy, level) ? undefined : row.hierarchy[level];
      if (value === undefined) continue;
      const key = `${depth} ${value}`;
      const next = at.branches.get(key) ?? { ...growing<Row>(), depth, level, value };
      at.branches.set(key, next);
      at = next;
    }
    at.rows.push(row);
  }
  return grown(root);
};

/** Counts the nodes of a tree. */
export const nodesIn = <Row>(nodes: readonly TreeNode<Row>[]): number =>
  nodes.reduce((count, node) => count + 1 + ('branch' in node ? nodesIn(node.branch.children) : 0), 0);
