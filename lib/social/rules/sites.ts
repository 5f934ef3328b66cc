/** What the sites allow of posts. Pure. */
import type { Site } from '../../connectors/repository/channels.ts';

/** The most text of a post, in code points. */
export const MOST_TEXT: Readonly<Record<Site, number>> = {
  ALPHA: 1500,
  BETA: 5000,
  PHOTOSHARE: 5000,
  PROFESSIONAL: 3000,
  MICROBLOG: 240,
};

/** Sites on which a published text can be changed, and posts deleted. */
export const EDITABLE: readonly Site[] = ['ALPHA', 'BETA', 'PROFESSIONAL'];
/** Sites that take a reel. */
export const WITH_REELS: readonly Site[] = ['BETA', 'PHOTOSHARE'];

/** What is wrong with the text of a post; `undefined` where it may be one. */
export const textProblem = (text: string, site: Site | undefined): string | undefined => {
  const length = [...text.trim()].length;
  if (length === 0) return 'must not be blank';
  return site && length > MOST_TEXT[site] ? `must have at most ${MOST_TEXT[site]} characters on ${site}` : undefined;
};
