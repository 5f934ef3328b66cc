/**
 * Seeds that are run each time, with what they noticed: a fault that was found and fixed, or a change to the source that few
 * seeds notice (docs/engineers.md: simulation). A seed names the same schedule as long as what draws from it stays as it is:
 * after a change of the generator these run as any others do, and those that matter are to be looked for again.
 */
export const keptSeeds: readonly (readonly [seed: number, noticed: string])[] = [
  [111, 'a write of unknown fate, pushed out of the marks, was repeated'],
  [1616, 'a write under a key that changed nothing, and was overtaken by another, did not take its key'],
  [577, 'a write was taken for one that can land no more, and its mark was the highest'],
  [
    21324816,
    'a late write of a profile came after a write of the listing that left the profile as it was, which is allowed',
  ],
  [21320177, 'a late removal of a link came after a write of another link, which does not prevent it'],
];
