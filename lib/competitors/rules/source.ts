/** The review source of an aggregation link: one that the catalogue holds. Pure. */
import { findReviewSource, type ReviewSource } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';

/** The source that a body names, or what is wrong with its name. */
export const preparedLink = ({
  body: { sourceAlias },
}: Normalized): { readonly prepared: ReviewSource | undefined; readonly violations: readonly Violation[] } => {
  const source = typeof sourceAlias === 'string' ? findReviewSource(sourceAlias) : undefined;
  const isUnknown = typeof sourceAlias === 'string' && !source;
  const path = 'sourceAlias';
  return {
    prepared: source,
    violations: isUnknown ? [{ path, error: invalid(path, 'is not a known review source') }] : [],
  };
};
