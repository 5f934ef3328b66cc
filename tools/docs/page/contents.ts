/** What a long page begins with: links to its parts. Pure. */
import { escaped } from './text.ts';

/** With fewer parts, a page shows for itself what is on it. */
const FEWEST = 4;

/** A part of a page. */
export interface Part {
  readonly href: string;
  /** HTML. */
  readonly title: string;
}

/** The list of a page's parts; empty for a page with few of them. */
export const contents = (parts: readonly Part[]): string =>
  parts.length < FEWEST
    ? ''
    : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${parts
        .map(({ href, title }) => `<li><a href="${escaped(href)}">${title}</a></li>`)
        .join('')}</ul></nav>`;

/** A page of prose with links to its parts behind its title. */
export const withContents = (html: string): string => {
  const headings = [...html.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs)].map(
    ([, level, id = '', heading = '']) => ({
      isTop: level === '2',
      href: `#${id}`,
      title: heading.replace(/<\/?a[^>]*>/g, ''),
    }),
  );
  const top = headings.filter(({ isTop }) => isTop);
  // A page of few sections that are long, as releases are, also names what is in them.
  const parts = top.length < FEWEST ? headings : top;
  return html.replace('</h1>', () => `</h1>${contents(parts)}`);
};
