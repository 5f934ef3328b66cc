/** What the search of the reference page finds: operations, parameters and fields, error codes, headings. Pure. */

import type { Described } from './describe.ts';
import { shownErrorCodes } from './errors.ts';
import { allFields, type Field } from './fields.ts';
import { ERRORS_FILE, errorLink } from './text.ts';

/** One place: its kind, its title, what it belongs to, its address, and words by which it is found next to those. */
export type Found = readonly [kind: string, title: string, context: string, href: string, words: string];

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/[`*\s]+/g, ' ')
    .trim();

const fieldsOf = (fields: readonly Field[], context: string, page: string): Found[] =>
  allFields(fields).map(({ id, description }) => {
    const path = id.slice(id.indexOf('.') + 1);
    return ['field', path, context, `${page}#${id}`, plain(description)] as const;
  });

/** @param page - the file that shows it */
export const foundOfOperation = ({ operation, ...parts }: Described, page: string): Found[] => {
  const { id, summary, method, path, description } = operation;
  return [
    ['operation', summary, `${method} ${path}`, `${page}#${id}`, plain(`${id} ${description}`)],
    ...fieldsOf([...parts.path, ...parts.query, ...parts.headers], `parameter of ${summary.toLowerCase()}`, page),
    ...fieldsOf(parts.body, `body of ${summary.toLowerCase()}`, page),
    ...fieldsOf(parts.reply, `response of ${summary.toLowerCase()}`, page),
  ];
};

export const foundOfErrors = (): Found[] =>
  shownErrorCodes().map(({ code, condition, forms }) => [
    'error',
    String(code),
    forms.map(({ status, message }) => `${status} ${message}`).join('; '),
    errorLink(code),
    condition,
  ]);

/** A page of prose itself, by the text before its first part. */
export const foundOfPage = (html: string, title: string, file: string): Found[] => {
  const [lead = ''] = html.replace(/<h1.*?<\/h1>|<nav.*?<\/nav>/gs, '').split(/<h2|<section/);
  return [['page', title, '', file, plain(lead).slice(0, 600)]];
};

/** The headings of a page of prose; those of the error codes are found as such. */
export const foundOfHeadings = (html: string, title: string, file: string): Found[] =>
  file === ERRORS_FILE
    ? []
    : [...html.matchAll(/<h([2-4]) id="([^"]+)">(.*?)<\/h\1>(.*?)(?=<h[1-6]|$)/gs)].map(
        ([, , id = '', heading = '', rest = '']) => [
          'page',
          plain(heading),
          title,
          `${file}#${id}`,
          plain(rest).slice(0, 300),
        ],
      );
