/**
 * Marked places of the repository's pages, whose text `npm run figures` writes: `<!-- figure: operations -->76<!-- end -->`
 * inside a line, `<!-- table: modules -->` on a line of its own, with the rows and `<!-- end -->` below it. Pure.
 */

/** The text of each place by its name. */
export type Figures = ReadonlyMap<string, string>;

const PLACE = /(<!-- (figure|table): ([\w:-]+) -->)[\s\S]*?(<!-- end -->)/g;

/** The names of the places of a page. */
export const placesOf = (page: string): string[] => [...page.matchAll(PLACE)].map(([, , , name = '']) => name);

/** The page with the text that each of its places has now; a place without a figure stays as it is. */
export const filled = (page: string, figures: Figures): string =>
  page.replace(PLACE, (whole, begin: string, kind: string, name: string, end: string) => {
    const text = figures.get(name);
    if (text === undefined) return whole;
    return kind === 'table' ? `${begin}\n${text}\n${end}` : `${begin}${text}${end}`;
  });

/** Rows of Markdown. @param cells - of the head and of each row; a `|` inside a cell is escaped */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells, index) =>
      index === 1 ? `|${cells.join('|')}|` : `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    )
    .join('\n');
