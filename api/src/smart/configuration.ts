import { smartScopes } from '../access/smart-scopes.ts'
import { tokenUrlOf } from '../fhir/base.ts'
import { assertionAlgorithms } from './assertion.ts'

/** What this server does of SMART App Launch 2.2: backend services. */
export const smartConfiguration = (at: { publicUrl: string }) => ({
  token_endpoint: tokenUrlOf(at),
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  grant_types_supported: ['client_credentials'],
  scopes_supported: smartScopes,
  // The specification asks for it also where nobody is sent to a page to sign in.
  code_challenge_methods_supported: ['S256'],
  capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
})
