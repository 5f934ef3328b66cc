/** A request as a module that uses our client for TypeScript and JavaScript. */
import { CLIENT_NAME } from '../client/name.ts';
import { asTypescript, literal } from './literal.ts';
import type { Printer } from './sample.ts';

export const typescript: Printer = ({ id, given, options, value }) => {
  const request = { ...given, ...(value !== undefined && { body: value }) };
  const call = `const { data } = await api.${id}(`;
  const hasOptions = Object.keys(options).length > 0;
  const sent = Object.keys(request).length > 0 || hasOptions ? literal(request, asTypescript, 0, call.length) : '';
  return `import { PartnerListing } from '${CLIENT_NAME}';

const api = new PartnerListing({
  baseUrl: process.env.API_URL!,
  apiKey: process.env.API_KEY!,
});
${call}${sent}${hasOptions ? `, ${literal(options, asTypescript)}` : ''});
console.log(data);`;
};
