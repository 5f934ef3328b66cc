/** PUT /v1/connectors: replaces the connectors of an account, and their authorization. */
import { setConnectors } from '../../lib/connectors/contracts/set-connectors.ts';
import { allowsSandboxUrl } from '../../lib/connectors/repository/sandbox-url.ts';
import { validatedConnectors } from '../../lib/connectors/rules/wanted.ts';
import { setConnectorsOf } from '../../lib/connectors/set-connectors.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';

const stage = () => ({ allowLocal: allowsLocal(), allowSandbox: allowsSandboxUrl() });

export const handler = endpointWithRules(
  setConnectors,
  { prepare: (normalized) => validatedConnectors(normalized, stage()) },
  async ({ store, headers, prepared, validateOnly }) => {
    const set = await setConnectorsOf(store, headers['x-business-number'], { ...prepared, validateOnly });
    if (!set) throw new ApiError(errors.businessInvalid);
    return set;
  },
);
