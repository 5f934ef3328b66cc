/** Builds the rows of list responses. Pure. */
import { countryName } from '../catalog/country-names.ts';
import { shownDate } from '../contract/shown-date.ts';
import type { Listed } from './repository/directory.ts';
import type { TreeNode } from './rules/hierarchy.ts';

/** The fields that a search keeps of a location that may be on the page: only those of the response. */
export const keptOf = (row: Listed) => ({
  name: row.name,
  status: row.status,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  businessNumber: row.number,
  type: row.businessType,
  externalReferenceId: row.externalReferenceId ?? null,
  city: row.location.city,
  state: row.location.state,
  zip: row.location.zip,
});

/** A location in the response of search businesses. */
export const foundReply = (kept: ReturnType<typeof keptOf>) => ({ ...kept, createdAt: shownDate(kept.createdAt) });

/** The address as in the response of update business. */
const addressReply = ({ location }: Listed) => ({ ...location, countryName: countryName(location.countryCode) });

/** @param childCount - the number of an account's children */
export const childReply = (row: Listed, childCount: number | undefined) => ({
  id: row.number,
  name: row.name,
  alias: row.alias,
  phone: row.phone,
  address: addressReply(row),
  status: row.status,
  type: row.businessType,
  createdOn: shownDate(row.createdAt),
  createdBy: row.createdBy,
  ...(childCount !== undefined && { childCount }),
});

/** A node of a hierarchy. */
export interface NodeReply {
  readonly id: number | null;
  readonly name: string;
  readonly alias: string | null;
  readonly address: object | null;
  readonly phone: string | null;
  readonly status: string | null;
  readonly createdOn: string | null;
  readonly type: string;
  readonly websiteUrl: string | null;
  readonly child: readonly NodeReply[];
  readonly parents: readonly NodeReply[];
}

const NOTHING = { id: null, alias: null, address: null, phone: null, status: null, createdOn: null, websiteUrl: null };

/** Builds the node of an account or a location. */
export const nodeReply = (
  row: Listed,
  { child = [], parents = [] }: Partial<Pick<NodeReply, 'child' | 'parents'>> = {},
): NodeReply => ({
  id: row.number,
  name: row.name,
  alias: row.alias,
  address: addressReply(row),
  phone: row.phone,
  status: row.status,
  createdOn: shownDate(row.createdAt) || null,
  type: row.businessType,
  websiteUrl: row.websiteUrl,
  child,
  parents,
});

/** Builds a tree down to a depth. */
export const treeReply = (nodes: readonly TreeNode<Listed>[], depth: number): readonly NodeReply[] =>
  depth === 0
    ? []
    : nodes.map((node) =>
        'row' in node
          ? nodeReply(node.row)
          : {
              ...NOTHING,
              name: node.branch.value,
              type: node.branch.level,
              child: treeReply(node.branch.children, depth - 1),
              parents: [],
            },
      );
