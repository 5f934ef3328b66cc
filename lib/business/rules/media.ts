/** Pictures of a profile: a URL of the partner's own, or a medium by its name; never a URL that was signed for a while. Pure. */
import { invalid } from '../../contract/errors.ts';
import type { Rule } from './facts.ts';

/** The fields of a profile that a medium may be named in. */
export const PICTURES = ['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover'] as const;

/** Our objects, wherever the bucket is, with a signature that ends. */
const SIGNED = /\/(?:business|social)\/[a-z0-9-]{1,64}\/[0-9]+\/med_[0-9a-f]{24}\/[^?]*\?(?:[^#]*&)?X-Amz-Signature=/i;

export const mediaRules: readonly Rule[] = PICTURES.map((path) => ({
  path,
  check: (request) => {
    const sent = request.sent(path);
    return typeof sent === 'string' && SIGNED.test(sent)
      ? invalid(path, 'must not be a mediaUrl, which ends within an hour: name the medium as media:<mediaId>')
      : undefined;
  },
}));
