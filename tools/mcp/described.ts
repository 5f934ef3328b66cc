/** The operations with what the OpenAPI document of this working copy says of them. */
import { allOperations } from '../../lib/operations.ts';
import { freshDocument } from '../docs/document.ts';
import { type Described, describeOperation } from '../docs/page/describe.ts';

export type { Described };

/** Reads the document, and describes all operations by it. */
export const loadDescribed = async (): Promise<readonly Described[]> => {
  const document = await freshDocument();
  return allOperations.map((operation) => describeOperation(operation, document));
};
