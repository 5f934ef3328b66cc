/** Where the reference page shows operations. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { allOperations } from '../../../lib/operations.ts';

/** The file of a group of operations: `custom-fields.html`. */
export const fileOfTag = (tag: string): string => `${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.html`;

/** The facts of the forms of a group, in a file of their own: most readers never open one. */
export const formsFileOfTag = (tag: string): string => fileOfTag(tag).replace(/\.html$/, '.try.json');

/** The section of an operation. */
export const linkOfOperation = ({ id, tag }: Pick<Operation, 'id' | 'tag'>): string => `${fileOfTag(tag)}#${id}`;

/** Where a link of ours leads: the document names an operation as `#operation/getSurvey`. */
export const operationTarget = (href: string): string => {
  const [, id] = /^#operation\/(\w+)$/.exec(href) ?? [];
  if (id === undefined) return href;
  const found = allOperations.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return linkOfOperation(found);
};

/** HTML in which the document's links to operations lead to their sections. */
export const withOperationLinks = (html: string): string =>
  html.replace(/(?<= href=")#operation\/\w+(?=")/g, operationTarget);
