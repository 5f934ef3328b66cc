/** Text as HTML: escaped, from Markdown, or as code in colours. Pure. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked, type Tokens } from 'marked';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { withOperationLinks } from './links.ts';

for (const [name, syntax] of Object.entries({ bash, go, java, json, python, typescript }))
  hljs.registerLanguage(name, syntax);

const ALIASES: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'typescript', py: 'python' };

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As GitHub makes an anchor of a heading, so that links between pages of the repository hold here too. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export const ERRORS_FILE = 'errors.html';

/** Where each code has an anchor. */
export const errorLink = (code: number | string): string => `${ERRORS_FILE}#error-${code}`;

/** Codes of four digits that stand for themselves; those of three are statuses too. */
const CODE = /(?<![\d,.#/-])(\d{4})(?![\d-])/g;

/** HTML in which each error code leads to its entry, but for headings, links and blocks of code. */
const withCodeLinks = (html: string): string => {
  let closed = '';
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      const [, close, tag] = /^<(\/?)(a|pre|h[1-6])\b/.exec(part) ?? [];
      if (tag && closed === '') closed = tag;
      else if (close && tag === closed) closed = '';
      if (part.startsWith('<') || closed !== '') return part;
      return part.replace(CODE, (code) => (code in catalogue ? `<a href="${errorLink(code)}">${code}</a>` : code));
    })
    .join('');
};

/** What the bar over a block of code says. */
const TITLES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  go: 'Go',
  java: 'Java',
  json: 'JSON',
  python: 'Python',
  typescript: 'TypeScript',
};

/**
 * A block of code under a bar that names it, where a script adds the button that copies it. It can be scrolled, so that it
 * takes the focus.
 *
 * @param syntax - a language of the highlighter, or none
 * @param label - what a screen reader says of it
 * @param title - what the bar says; the name of the language if left out
 */
export const codeBlock = (code: string, syntax = '', label = 'Code', title?: string): string => {
  const language = ALIASES[syntax] ?? syntax;
  const coloured = hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escaped(code);
  return `<div class="code"><div class="head"><span>${escaped(title ?? TITLES[language] ?? 'Text')}</span></div><pre tabindex="0" role="group" aria-label="${escaped(label)}"><code>${coloured}</code></pre></div>`;
};

const linked = (html: string): string => withOperationLinks(withCodeLinks(html));

export interface MarkdownOptions {
  /** The level that a heading of the first level gets. */
  readonly level?: number;
  /** The target of a link; `undefined` leaves its text alone. */
  readonly linkOf?: (href: string) => string | undefined;
}

const heading = (text: string, level: number, taken: Set<string>): string => {
  const name = slug(text.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&'));
  // As GitHub distinguishes headings of one name.
  let id = name;
  for (let number = 1; taken.has(id); number++) id = `${name}-${number}`;
  taken.add(id);
  return `<h${level} id="${id}"><a class="self" href="#${id}">${text}</a></h${level}>\n`;
};

/** Markdown of our own as HTML. */
export const markdown = (source: string, { level = 2, linkOf = (href) => href }: MarkdownOptions = {}): string => {
  const taken = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        return heading(this.parser.parseInline(tokens), depth + level - 1, taken);
      },
      code: ({ text, lang = '' }: Tokens.Code) => codeBlock(text, lang.split(' ')[0], `Code, ${lang || 'text'}`),
      link({ href, tokens }: Tokens.Link) {
        const target = linkOf(href);
        const text = this.parser.parseInline(tokens);
        return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`;
      },
    },
  });
  const html = marked.parse(source, { async: false });
  const scrolling = html.replace(/<table>/g, '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>');
  return linked(scrolling.replace(/<\/table>/g, '</table></div>'));
};

const sentences = new Marked();

/** A sentence or two in Markdown, without a paragraph around them. */
export const inline = (source: string): string => linked(sentences.parseInline(source, { async: false }));

/** A condition as a sentence; the names of operations and headers stay as they are. */
export const asSentence = (text: string): string =>
  /^[a-z]+\b(?![A-Z-])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
