/**
 * `npm run lint:openapi [-- NAME...]`: holds the document against the tools of `check-tools.ts`. A tool that can't be brought
 * is skipped, and said to be.
 */
import { type Tool, tools } from './check-tools.ts';
import { bring, runAll, tryWanted } from './commands.ts';

/** Answers with whether the document passes, also where the tool can't be had. */
const attempt = async (tool: Tool): Promise<boolean> => {
  const brought = await bring(tool);
  if ('absent' in brought) {
    console.log(`skipped: ${brought.absent}`);
    return true;
  }
  const failed = await runAll(tool.check(brought.directory));
  console.log(failed === undefined ? `${tool.name}: no finding` : `${tool.name} failed: ${failed}`);
  return failed === undefined;
};

await tryWanted(tools, attempt);
