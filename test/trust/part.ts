/** What a part of the trust run is: it tries to break one promise, and says what it tried and what it found. */

export interface Trial {
  /** `short` is the seeded form in `npm test`, which tries less of it than `npm run test:full`: seconds; `full` is `npm run test:trust`: minutes. */
  readonly size: 'short' | 'full';
  /** The same seed tries the same things. */
  readonly seed: number;
  /** A line for whoever watches a full run. */
  readonly say: (line: string) => void;
  /** Takes all that the service writes anywhere: the part about secrets searches it at the end. */
  readonly written: (text: string) => void;
  /** Where all of that is kept, where the parts run one after the other. */
  readonly writtenFile?: string;
  /** Made once for all parts. */
  readonly assemblyDirectory: string;
}

export interface Findings {
  /** One sentence with its figures: how much was tried. */
  readonly tried: string;
  /** One sentence with its figures: what was seen, kept in `results.json`. */
  readonly found: string;
  /** Each broken promise, with what repeats it; empty where all held. */
  readonly failures: readonly string[];
}

export interface Part {
  /** The name on the command line. */
  readonly name: string;
  /** The promise, as a sentence. */
  readonly promise: string;
  run(trial: Trial): Promise<Findings>;
}
