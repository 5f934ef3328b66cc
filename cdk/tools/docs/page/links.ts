/** Where the reference page shows operations. Pure. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { allOperations } from '../../../../lib/operations.ts';

/** The file of a group of operations: `custom-fields.html`. */
export const fileOfTag = (tag: string): string => `${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.html`;

/** The section of an operation. */
export const linkOfOperation = ({ id, tag }: Pick<Operation, 'id' | 'tag'>): string => `${fileOfTag(tag)}#${id}`;

/** HTML in which the document's way to name an operation, `#operation/getSurvey`, leads to its section. */
export const withOperationLinks = (html: string): string =>
  html.replace(/(?<= href=")#operation\/(\w+)(?=")/g, (_, id: string) => {
    const found = allOperations.find((operation) => operation.id === id);
    if (!found) throw new Error(`There is no operation ${id}`);
    return linkOfOperation(found);
  });
