/** The schemas of request bodies in the document, as clients read them: references followed, `null` left out. */
import type { Operation } from '../../lib/contract/cases.ts';
import { freshDocument } from '../../tools/docs/document.ts';

export interface BodySchema {
  readonly $ref?: string;
  readonly anyOf?: readonly BodySchema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly [keyword: string]: unknown;
}

const document = await freshDocument();

/** The schema behind a reference, or behind `anyOf` with `null`. */
export const resolved = (node: BodySchema): BodySchema => {
  if (node.$ref !== undefined) return document.components.schemas![node.$ref.split('/').at(-1)!] as BodySchema;
  return node.anyOf?.[0] ? resolved(node.anyOf[0]) : node;
};

/** The type of a schema's values, but for `null`. */
export const typeOf = ({ type }: BodySchema): string | undefined =>
  [type ?? []].flat().find((each): each is string => each !== 'null');

/** The schema of an operation's body. */
export const bodySchemaOf = ({ path, method }: Operation): BodySchema => {
  const { requestBody } = document.paths[path]![method.toLowerCase()] as {
    readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
  };
  return resolved(requestBody.content['application/json']!.schema);
};
