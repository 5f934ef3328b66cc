/** `npm run openapi`: writes the OpenAPI document, and fails where it breaks what the last release promised. */
import { writeFile } from 'node:fs/promises';
import { breakingChanges, isNewMajor } from './compatibility.ts';
import { documentFile, freshDocument, releasedDocument } from './document.ts';

const document = await freshDocument();
await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`);
console.log(`Wrote ${documentFile}, version ${document.info.version}.`);

const released = await releasedDocument();
if (!released) {
  console.log('No release to compare it with.');
} else {
  const changes = breakingChanges(released.document, document);
  const isAllowed = isNewMajor(released.document, document);
  console.log(`${changes.length} breaking changes since ${released.tag}${changes.length > 0 ? ':' : '.'}`);
  for (const change of changes) console.log(`  ${change}`);
  if (changes.length > 0 && !isAllowed) process.exitCode = 1;
}
