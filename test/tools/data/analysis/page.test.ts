/** What docs/insight.md says of precision and recall is what is measured. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { measured } from './labelled.ts';

it('states what is measured on the reviews that were kept aside', async () => {
  const page = await readFile(join(projectRoot, 'docs/insight.md'), 'utf8');
  const { reviews, polarity, afinn, keywords } = measured({ heldOut: true });
  const row = (name: string, { right, by }: typeof polarity) =>
    `| ${name} | ${right} of ${reviews} | ${by.map(({ precision, recall }) => `${precision.toFixed(3)}, ${recall.toFixed(3)}`).join(' | ')} |`;
  expect(page).toContain(row('this analysis', polarity));
  expect(page).toContain(row('AFINN-165 alone', afinn));
  const [precision, recall, alike] = [keywords.precision, keywords.recall, keywords.alike].map((each) =>
    each.toFixed(3),
  );
  expect(page).toContain(
    `precision ${precision}, recall ${recall}; the polarity of those that were found is right in ${alike}`,
  );
});
