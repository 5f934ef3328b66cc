/** `npm run openapi`: writes the OpenAPI document and that of the webhooks, and fails where it breaks what the last release promised. */
import { writeFile } from 'node:fs/promises';
import { breakingChanges, changeLine, checked, findOasdiff, OASDIFF } from './breaking-changes.ts';
import {
  acceptedChanges,
  documentFile,
  freshDocument,
  freshWebhooks,
  releasedDocument,
  webhooksFile,
} from './document.ts';

const document = await freshDocument();
await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`);
await writeFile(webhooksFile, `${JSON.stringify(await freshWebhooks(), null, 2)}\n`);
console.log(`Wrote ${documentFile}, version ${document.info.version}.`);

const released = await releasedDocument();
const program = findOasdiff();
if (!program) {
  console.log(`Not compared with ${released.info.version}: oasdiff is not installed (go install ${OASDIFF}).`);
} else {
  const changes = await breakingChanges(program, released, document);
  const { unexpected } = checked(changes, await acceptedChanges());
  console.log(
    `${changes.length} changes since ${released.info.version} may break clients, ${unexpected.length} are not accepted.`,
  );
  for (const change of unexpected) console.log(`  ${changeLine(change)}`);
  if (unexpected.length > 0) process.exitCode = 1;
}
