/** The parts of the trust run, in the order in which they run. */

import { collisions } from './collisions.ts';
import { contacts } from './contacts.ts';
import { costlyInputs } from './costly-inputs.ts';
import { costs } from './costs.ts';
import { crash } from './crash.ts';
import { events } from './events.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { foreignTiming } from './foreign-timing.ts';
import { freeze } from './freeze.ts';
import { fuzz } from './fuzz.ts';
import { histories } from './histories.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { keyTiming } from './key-timing.ts';
import { load } from './load.ts';
import { uploads } from './media.ts';
import type { Part } from './part.ts';
import { secrets } from './secrets.ts';
import { simulation } from './simulation.ts';
import { stale } from './stale.ts';
import { supply } from './supply.ts';

export const parts: readonly Part[] = [
  isolation,
  fuzz,
  costlyInputs,
  costs,
  faults,
  simulation,
  histories,
  freeze,
  idempotency,
  stale,
  collisions,
  contacts,
  crash,
  events,
  uploads,
  files,
  load,
  keyTiming,
  foreignTiming,
  supply,
  secrets,
];
