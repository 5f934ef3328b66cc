/** What a body says of a change of a published post, and what is wrong with it beyond its schema. Pure. */

import { SITES } from '../../connectors/repository/channels.ts';
import { valueIn } from '../../contract/any-case.ts';
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { changedLocations } from './locations.ts';
import { textProblem } from './sites.ts';

/** The edit of a body. */
export const validatedEdit = ({ body }: Normalized) => {
  const site = valueIn(SITES, body.socialSite);
  const text = typeof body.text === 'string' ? body.text.trim() : '';
  const locations = changedLocations({ body });
  const problem = typeof body.text === 'string' ? textProblem(text, site) : undefined;
  return {
    prepared: { locations: locations.prepared, edit: { text, site: site ?? 'ALPHA' } },
    violations: [
      ...(problem === undefined ? [] : [{ path: 'text', error: invalid('text', problem) }]),
      ...locations.violations,
    ],
    late: locations.late,
  };
};
