/** PUT /v1/business/public/custom-fields/associate: sets the value of a custom field at a location. */
import { setFieldValue } from '../../lib/fields/contracts/set-field-value.ts';
import { valueReply, versionOf } from '../../lib/fields/reply.ts';
import { setValue } from '../../lib/fields/set-value.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { etag, requireVersion, Versioned } from '../../lib/http/versions.ts';

export const handler = endpoint(setFieldValue, async ({ store, headers, body, validateOnly, ifMatch }) => {
  const set = await setValue(store, {
    ...body,
    businessId: headers['x-business-number'],
    validateOnly,
    requireVersion: (field, location) => {
      const tags = ifMatch?.split(',').map((each) => each.trim());
      // An ETag of the field alone makes no condition on the location.
      if (!tags?.includes(etag(versionOf(field)))) requireVersion(ifMatch, versionOf(field, location));
    },
  });
  if ('refused' in set) throw new ApiError(set.refused);
  const { field, location, all } = set;
  return new Versioned(valueReply(field, location, all), versionOf(field, location));
});
