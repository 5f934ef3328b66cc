/** Links between the Markdown of the pages. Pure. */
import { operationTarget } from './links.ts';

/** The Markdown next to a page: `businesses.md` of `businesses.html`. */
export const markdownFile = (file: string): string => file.replace(/\.html$/, '.md');

/** A link between pages as one between their Markdown. */
const markdownTarget = (href: string): string => href.replace(/^([\w-]+)\.html(?=#|$)/, '$1.md');

/** Markdown outside of its blocks of code, changed. */
const outsideCode = (source: string, change: (text: string) => string): string =>
  source
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');

/**
 * Markdown of ours with links between the Markdown of the pages.
 *
 * @param linkOf - the page that a link leads to; `undefined` leaves its text alone
 */
export const linkedMarkdown = (source: string, linkOf: (href: string) => string | undefined = (href) => href): string =>
  outsideCode(source, (text) =>
    text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, href: string) => {
      const target = linkOf(operationTarget(href));
      return target === undefined ? words : `[${words}](${markdownTarget(target)})`;
    }),
  );
