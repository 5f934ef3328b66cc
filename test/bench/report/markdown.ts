/** Tables in Markdown. */

/** The first column is text, the others are figures. */
export const markdown = (header: readonly string[], lines: readonly (readonly string[])[]): string => {
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => line[column]!.length)));
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [draw(header), rule, ...lines.map(draw)].join('\n');
};
