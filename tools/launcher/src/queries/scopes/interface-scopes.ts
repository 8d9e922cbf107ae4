import { relative } from 'node:path'
import { ROOT } from '../../env.ts'
import type { ScopesOf } from './check-scopes.ts'

/** The interface, without what its tests are made of. Who sees what is decided in `access`, and who somebody is in `auth`: the rest leans on them. */
const LOOKED_AT = /^api\/src\/(?!testing\/|.*(?:test|examples)\.ts$)/
const TRUSTED = /^api\/src\/(?:access|auth)\//

export const interfaceScopes: ScopesOf = {
  isLookedAt: (file) => LOOKED_AT.test(relative(ROOT, file)),
  isTrusted: (file) => TRUSTED.test(relative(ROOT, file)),
}
