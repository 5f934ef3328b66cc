/** The pictures of states: DOT made from the steps that the code has (docs/social.md, docs/connectors.md). */
import { JOB_MOVES, type Move, SEQUENCE_MOVES } from '../../lib/connectors/repository/states.ts';
import { LOCATION_MOVES, POST_MOVES } from '../../lib/social/repository/states.ts';

const NODE =
  'shape=box, style="rounded,filled", fillcolor="#f4f6fb", color="#5a6b8c", fontname="Helvetica", fontsize=12';
const EDGE = 'color="#5a6b8c", fontcolor="#41506e", fontname="Helvetica", fontsize=10';

const dotOf = (name: string, moves: readonly Move<string>[]): string =>
  [
    `digraph ${name} {`,
    '  graph [rankdir=LR, bgcolor=transparent, nodesep=0.35, ranksep=0.9, pad=0.15]',
    `  node [${NODE}]`,
    `  edge [${EDGE}]`,
    '  begin [shape=point, width=0.12, label=""]',
    ...moves.map(({ from, to, when }) => `  ${from || 'begin'} -> ${to} [label="${when}"]`),
    '}',
  ].join('\n');

/** The source of each picture, by its name. */
export const statePictures: Readonly<Record<string, string>> = {
  post: dotOf('post', POST_MOVES),
  'post-location': dotOf('location', LOCATION_MOVES),
  job: dotOf('job', JOB_MOVES),
  sequence: dotOf('sequence', SEQUENCE_MOVES),
};
