import { createHash } from 'node:crypto'
import { signedRequests } from '@carewatch/migrations/schema/api-keys'
import type { Db } from '@carewatch/platform/database/client'
import { lt, sql } from 'drizzle-orm'
import { TOKEN_SECONDS } from '../access/access-tokens.ts'
import { audit } from '../access/audit.ts'
import { grantsOf, scopeText } from '../access/smart-scopes.ts'
import type { Services } from '../services.ts'
import { NotTaken, type Proven, readAssertion } from './assertion.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const SCOPE_MAX = 2_000

/** How OAuth says no: the code, and for whoever reads a log why. */
export class OAuthError extends Error {
  readonly code: string
  constructor(code: string, why: string) {
    super(why)
    this.code = code
  }
}

/** No one may be there twice: whoever reads the first and whoever reads the last would not mean the same. */
function fieldOf(form: URLSearchParams, name: string): string {
  const [value, second] = form.getAll(name)
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `${name} is missing`)
  if (second !== undefined) throw new OAuthError('invalid_request', `${name} is there twice`)
  return value
}

function readForm(form: URLSearchParams) {
  if (fieldOf(form, 'grant_type') !== 'client_credentials')
    throw new OAuthError('unsupported_grant_type', 'grant_type is to be client_credentials')
  if (fieldOf(form, 'client_assertion_type') !== ASSERTION_TYPE)
    throw new OAuthError('invalid_request', `client_assertion_type is to be ${ASSERTION_TYPE}`)
  const scope = fieldOf(form, 'scope')
  if (scope.length > SCOPE_MAX) throw new OAuthError('invalid_scope', 'scope is too long')
  return { scope, assertion: fieldOf(form, 'client_assertion') }
}

type Parts = Pick<Services, 'db' | 'viewers' | 'accessTokens'>
type At = { address: string; tokenUrl: string }

async function prove({ viewers }: Parts, assertion: string, tokenUrl: string): Promise<Proven> {
  try {
    return await readAssertion(assertion, { tokenUrl, keyOf: (publicId) => viewers.byKeyNow(publicId) })
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    throw new OAuthError('invalid_client', error.message || 'the client or its assertion is not known')
  }
}

/** Whether this request is the first of its name: the same one seen by somebody is good for nothing. */
async function isFirst(tx: Db, { key, name, forgetAt }: Proven): Promise<boolean> {
  const nameHash = createHash('sha256').update(name).digest('base64url')
  const taken = await tx
    .insert(signedRequests)
    .values({ apiKeyId: key.id, nameHash, forgetAt })
    .onConflictDoNothing()
    .returning({ of: signedRequests.apiKeyId })
  return taken.length > 0
}

/** An access token for a program that signs by its private key; what it is granted is said with it. */
export async function grantToken(parts: Parts, form: URLSearchParams, { address, tokenUrl }: At) {
  const { scope: asked, assertion } = readForm(form)
  const proven = await prove(parts, assertion, tokenUrl)
  const { key, thumbprint } = proven
  const { id, companyId } = key.viewer
  const scope = scopeText(grantsOf(asked, key.viewer))
  await parts.db.transaction(async (tx) => {
    if (!(await isFirst(tx, proven))) throw new OAuthError('invalid_client', 'jti was used before')
    if (scope === '') throw new OAuthError('invalid_scope', 'the API key holds none of these scopes')
    await audit(tx, { id, companyId, address }, { action: 'signedIn', entity: 'apiKey', uuid: key.uuid })
  })
  const left = key.expiresAt ? Math.floor((key.expiresAt.getTime() - Date.now()) / 1_000) : TOKEN_SECONDS
  const seconds = Math.max(1, Math.min(TOKEN_SECONDS, left))
  const token = await parts.accessTokens.make({ publicId: key.publicId, thumbprint, scope }, seconds)
  return { access_token: token, token_type: 'bearer', expires_in: seconds, scope }
}

export async function forgetSignedRequests(db: Db): Promise<void> {
  // unscoped: what has run out of every company, and shows nobody
  await db.delete(signedRequests).where(lt(signedRequests.forgetAt, sql`now()`))
}
