import { type FhirGrants, fhirResources, type FhirType } from '@carewatch/contracts/http/fhir'
import type { Scope } from '@carewatch/contracts/scopes'
import type { Viewer } from './viewer.ts'

// Safe: the record's own keys.
const types = Object.keys(fhirResources) as FhirType[]

const SCOPE = /^system\/(\*|[A-Za-z]{1,40})\.(read|\*|c?r?u?d?s?)$/

/** The letters of a scope that this server has: it reads, so that of more nothing more is granted. */
const lettersOf = (asked: string): string =>
  asked === 'read' || asked === '*' ? 'rs' : asked.replaceAll(/[^rs]/g, '')

const scopesOf = (type: FhirType): Scope[] => {
  const { byKey, byKeyBeside } = fhirResources[type]
  return [byKey, ...byKeyBeside]
}

/** Whether a key may read such resources at all, by its own scopes and by how far it sees. */
const mayRead = ({ role, key }: Viewer, type: FhirType): boolean =>
  scopesOf(type).every((scope) => key?.scopes.includes(scope)) &&
  fhirResources[type].allow.some((one) => one === role)

/** What is granted of the scopes that a program asks for, as SMART writes them: as much of them as its key holds. */
export function grantsOf(text: string, viewer: Viewer): FhirGrants {
  const letters = new Map<FhirType, string>()
  for (const scope of text.split(' ')) {
    const [, named, asked = ''] = SCOPE.exec(scope) ?? []
    for (const type of types)
      if ((named === '*' || named === type) && mayRead(viewer, type))
        letters.set(type, (letters.get(type) ?? '') + lettersOf(asked))
  }
  const granted = [...letters].flatMap(([type, found]) => {
    const both = ['r', 's'].filter((letter) => found.includes(letter)).join('')
    return both === '' ? [] : [[type, both] as const]
  })
  return Object.fromEntries(granted)
}

export const scopeText = (grants: FhirGrants): string =>
  Object.entries(grants)
    .map(([type, letters]) => `system/${type}.${letters}`)
    .join(' ')

/** Every scope that a program can be granted. */
export const smartScopes: readonly string[] = ['system/*.rs', ...types.map((type) => `system/${type}.rs`)]

/** The same viewer with what a token was granted of its key, and nothing else. */
export function grantedTo(viewer: Viewer, scope: string): Viewer {
  const grants = grantsOf(scope, viewer)
  const needed = new Set(types.flatMap((type) => (grants[type] ? scopesOf(type) : [])))
  const scopes = viewer.key?.scopes.filter((one) => needed.has(one)) ?? []
  return { ...viewer, key: { scopes, branchUuids: viewer.key?.branchUuids ?? null, grants } }
}
