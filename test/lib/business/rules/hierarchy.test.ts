/** The tree of an account, against what each of its locations says of itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Arranged, nodesIn, type TreeNode, treeOf } from '../../../../lib/business/rules/hierarchy.ts';

const LEVELS = ['Region', 'State', 'City'];
const location = (number: number, hierarchy: Record<string, string> = {}): Arranged => ({
  number,
  isAccount: false,
  hierarchy,
});

/** Every row with the way to it. */
const leaves = (nodes: readonly TreeNode<Arranged>[], way: readonly string[] = []): [number, string][] =>
  nodes.flatMap((node): [number, string][] =>
    'row' in node
      ? [[node.row.number, way.join(' > ')]]
      : leaves(node.branch.children, [...way, `${node.branch.level} ${node.branch.value}`]),
  );
const shown = (nodes: readonly TreeNode<Arranged>[]): unknown[] =>
  nodes.map((node) =>
    'row' in node ? node.row.number : { [`${node.branch.level} ${node.branch.value}`]: shown(node.branch.children) },
  );

const value = fc.constantFrom('x', 'Y', 'é', '__proto__', '10', '9');
const someRows = fc
  .array(
    fc.record({
      isAccount: fc.boolean(),
      hierarchy: fc.dictionary(fc.constantFrom(...LEVELS, 'Elsewhere', '__proto__'), value, { noNullPrototype: true }),
    }),
    { maxLength: 40 },
  )
  .map((rows) => rows.map((each, index) => ({ ...each, number: (index * 7919) % 10_007 })));

describe('a hierarchy', () => {
  it('has each row once, below the values of those levels that it has, widest first', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const wayTo = ({ isAccount, hierarchy }: Arranged) =>
          LEVELS.filter((level) => !isAccount && hierarchy[level] !== undefined)
            .map((level) => `${level} ${hierarchy[level]}`)
            .join(' > ');
        const byNumber = (a: [number, string], b: [number, string]) => a[0] - b[0];
        const expected = rows.map((each): [number, string] => [each.number, wayTo(each)]);
        const tree = treeOf(LEVELS, rows);
        expect(leaves(tree).sort(byNumber)).toEqual(expected.sort(byNumber));
        const ways = new Set(
          expected.flatMap(([, way]) =>
            way === '' ? [] : way.split(' > ').map((_, at, parts) => parts.slice(0, at + 1).join(' > ')),
          ),
        );
        expect(nodesIn(tree)).toBe(rows.length + ways.size);
      }),
    );
  });

  it('has values in order of name without case, then locations, then sub-accounts, in order of number', () => {
    const rows = [
      location(30),
      { ...location(4), isAccount: true },
      location(9),
      location(8, { Region: 'west' }),
      location(7, { Region: 'East' }),
      location(6, { Region: 'Östlich' }),
      location(5, { Region: 'West' }),
      location(3, { City: 'East' }),
      location(2, { Region: 'East', City: 'Reno' }),
      location(1, { Region: 'East', State: 'Ohio', City: 'Reno' }),
    ];
    expect(shown(treeOf(LEVELS, rows))).toEqual([
      // Ohio before Reno: the name decides, and not the level.
      { 'Region East': [{ 'State Ohio': [{ 'City Reno': [1] }] }, { 'City Reno': [2] }, 7] },
      { 'City East': [3] },
      { 'Region Östlich': [6] },
      { 'Region West': [5] },
      { 'Region west': [8] },
      9,
      30,
      4,
    ]);
  });

  it('has no levels where the account has none', () => {
    expect(shown(treeOf([], [location(2, { Region: 'West' }), location(1)]))).toEqual([1, 2]);
  });
});
