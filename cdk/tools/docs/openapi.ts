/** `npm run openapi`: writes the OpenAPI document and the Postman collection, and fails where the document breaks what the last release promised. */
import { writeFile } from 'node:fs/promises';
import { breakingChanges, changeLine, findOasdiff, judged, OASDIFF } from './breaking-changes.ts';
import {
  acceptedChanges,
  collectionFile,
  documentFile,
  freshCollection,
  freshDocument,
  releasedDocument,
} from './document.ts';

const document = await freshDocument();
await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`);
await writeFile(collectionFile, `${JSON.stringify(await freshCollection(), null, 1)}\n`);
console.log(`Wrote ${documentFile} and ${collectionFile}, version ${document.info.version}.`);

const released = await releasedDocument();
const program = findOasdiff();
if (!program) {
  console.log(`Not compared with ${released.info.version}: oasdiff is not installed (go install ${OASDIFF}).`);
} else {
  const changes = await breakingChanges(program, released, document);
  const { unexpected } = judged(changes, await acceptedChanges());
  console.log(
    `${changes.length} changes since ${released.info.version} may break clients, ${unexpected.length} are not accepted.`,
  );
  for (const change of unexpected) console.log(`  ${changeLine(change)}`);
  if (unexpected.length > 0) process.exitCode = 1;
}
