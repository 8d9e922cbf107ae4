import { type FhirGrants, fhirResources, type FhirType } from '@carewatch/contracts/http/fhir-resources'
import type { Scope } from '@carewatch/contracts/scopes'
import type { Viewer } from './viewer.ts'

// Safe: the record's own keys.
const types = Object.keys(fhirResources) as FhirType[]

const SCOPE = /^system\/(\*|[A-Za-z]{1,40})\.(read|\*|c?r?u?d?s?)$/

const READING = 'rs'
const EVERYTHING = 'cruds'

const lettersOf = (asked: string): string => (asked === 'read' ? READING : asked === '*' ? EVERYTHING : asked)

const scopesOf = (type: FhirType): Scope[] => {
  const { byKey, byKeyBeside } = fhirResources[type]
  return [byKey, ...byKeyBeside]
}

/** What there is to do with such resources by this key: it reads, and writes Subscriptions alone, so that of more nothing more is granted. */
const possible = ({ key }: Viewer, type: FhirType): string =>
  type === 'Subscription' && key?.scopes.includes('fhir:write') ? EVERYTHING : READING

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
    const held = possible(viewer, type).replaceAll(/./g, (letter) => (found.includes(letter) ? letter : ''))
    return held === '' ? [] : [[type, held] as const]
  })
  return Object.fromEntries(granted)
}

export const scopeText = (grants: FhirGrants): string =>
  Object.entries(grants)
    .map(([type, letters]) => `system/${type}.${letters}`)
    .join(' ')

/** Every scope that a program can be granted. */
export const smartScopes: readonly string[] = [
  'system/*.rs',
  ...types.map((type) => `system/${type}.${type === 'Subscription' ? EVERYTHING : READING}`),
]

/** The same viewer with what a token was granted of its key, and nothing else. */
export function grantedTo(viewer: Viewer, scope: string): Viewer {
  const grants = grantsOf(scope, viewer)
  const needed = new Set(types.flatMap((type) => (grants[type] ? scopesOf(type) : [])))
  // What has to be known of somebody is told as Flags.
  if (grants.Flag) needed.add('care:read')
  if (/[cud]/.test(grants.Subscription ?? '')) needed.add('fhir:write')
  const scopes = viewer.key?.scopes.filter((one) => needed.has(one)) ?? []
  return { ...viewer, key: { scopes, branchUuids: viewer.key?.branchUuids ?? null, grants } }
}
