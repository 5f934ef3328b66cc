/** What set default review sources is asked for, of a checked body, and what is wrong beyond its schema. Pure. */
import { findReviewSource } from '../../catalog/review-sources.ts';
import { listOf, type Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';

export interface WantedSources {
  readonly numbers: readonly number[];
  readonly sources: readonly string[] | undefined;
  readonly pageUrl: string | null | undefined;
}

const wrong = (index: number, problem: string): Violation => {
  const path = `sources[${index}]`;
  return { path, error: invalid(path, problem) };
};

export const sourcesCommand = ({
  body,
  cleared,
}: Normalized): { readonly prepared: WantedSources; readonly violations: readonly Violation[] } => {
  const aliases = new Set<string>();
  const violations: Violation[] = [];
  for (const [index, sent] of listOf(body.sources).entries()) {
    if (typeof sent !== 'string') continue;
    const source = findReviewSource(sent);
    if (!source) violations.push(wrong(index, 'must be the alias of a review source of the catalogue'));
    else if (aliases.has(source.alias)) violations.push(wrong(index, 'must not be the alias of another row'));
    else aliases.add(source.alias);
  }
  const numbers = listOf(body.businessIds).filter((each): each is number => typeof each === 'number');
  return {
    prepared: {
      numbers: [...new Set(numbers)],
      sources: aliases.size > 0 ? [...aliases] : undefined,
      pageUrl: cleared.includes('pageUrl') ? null : typeof body.pageUrl === 'string' ? body.pageUrl : undefined,
    },
    violations,
  };
};
