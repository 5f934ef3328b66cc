/** Checks the syntax of media URLs. Addresses and ports are checked when they are fetched. Pure. */
import { absoluteUrl } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Violation } from '../../contract/violations.ts';
import { forbiddenPart, type Locality } from '../../outside/addresses.ts';

const FORM = new RegExp(absoluteUrl.pattern, 'u');

const isFetchable = (url: unknown, locality: Locality): boolean => {
  if (typeof url !== 'string' || url.length > absoluteUrl.maxLength || !FORM.test(url)) return false;
  const parsed = URL.parse(url);
  const part = parsed ? forbiddenPart(parsed, locality) : 'protocol';
  return part === undefined || part === 'port';
};

/** 2171 for each URL that can never be fetched, with its path. */
export const urlViolations = (
  urls: readonly (readonly [path: string, url: unknown])[],
  locality: Locality,
): readonly Violation[] =>
  urls
    .filter(([, url]) => !isFetchable(url, locality))
    .map(([path]) => ({
      path,
      error: { ...errors.mediaUrlInvalid, message: `${errors.mediaUrlInvalid.message}: ${path}` },
    }));
