/** The review source of a link: one that the catalogue holds. Pure. */
import { findReviewSource, type ReviewSource } from '../../catalog/review-sources.ts';
import type { Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { isBlank } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';

const path = 'sourceAlias';

const preparedWith =
  (error: ErrorEntry) =>
  ({
    body: { sourceAlias },
  }: Normalized): { readonly prepared: ReviewSource | undefined; readonly violations: readonly Violation[] } => {
    const source = typeof sourceAlias === 'string' ? findReviewSource(sourceAlias) : undefined;
    // A blank alias has its own error.
    const isUnknown = typeof sourceAlias === 'string' && !isBlank(sourceAlias) && !source;
    return { prepared: source, violations: isUnknown ? [{ path, error }] : [] };
  };

/** The source that the body of an aggregation link names, or what is wrong with its name. */
export const preparedLink = preparedWith(invalid(path, 'is not a known review source'));

/** The source that the body of a review source names: an unknown one is 1032. */
export const preparedSource = preparedWith(errors.reviewSourceInvalid);
