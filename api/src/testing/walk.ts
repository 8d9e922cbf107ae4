import { type EndpointName, endpointsByName } from '@carewatch/contracts/http/index'
import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { type Role, roles } from '@carewatch/contracts/roles'
import { createSession } from '@carewatch/migrations/factories'
import { auditLog } from '@carewatch/migrations/schema/people'
import { inArray } from 'drizzle-orm'
import type { CompanyFixture } from './fixtures.ts'
import type { Input } from './example.ts'
import { exampleOf } from './examples.ts'
import { type Harness, tokenFor } from './harness.ts'

// Safe: the record's own keys.
const names = Object.keys(endpointsByName) as EndpointName[]

/** Every call there is, as the walks name it. */
export const calls = names.map((name) => {
  const endpoint: Endpoint = endpointsByName[name]
  return { name, endpoint, line: `${endpoint.method} ${endpoint.path}` }
})

export const guarded = calls.filter(({ endpoint }) => endpoint.allow !== 'anyone')

export const mayAsk = ({ allow }: Endpoint): readonly Role[] =>
  typeof allow === 'string' ? roles : roles.filter((role) => allow.includes(role))

/** The address of a call with its places filled in. */
export function addressOf({ path }: Endpoint, { params = {}, query = {} }: Input): string {
  const filled = Object.entries(params).reduce(
    (address, [name, value]) => address.replace(`:${name}`, encodeURIComponent(String(value))),
    String(path),
  )
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return asked ? `${filled}?${asked}` : filled
}

/** A sign-in of its own: some calls end the one they come with. */
export async function signInAs({ db }: Harness, { people }: CompanyFixture, role: Role): Promise<string> {
  const person = people[role]
  const { uuid: session } = await createSession(db, person.id)
  return tokenFor({ uuid: person.uuid, session })
}

/** Sign-ins that are used again: by the person, in the installation of their test. */
const kept = new WeakMap<Harness, Map<string, string>>()

/** The sign-in that this person used before, or a new one: making one, and reading whose it is, costs more than most calls. */
export async function staySignedInAs(harness: Harness, fixture: CompanyFixture, role: Role): Promise<string> {
  const tokens = kept.get(harness) ?? new Map<string, string>()
  kept.set(harness, tokens)
  const { uuid } = fixture.people[role]
  const token = tokens.get(uuid) ?? (await signInAs(harness, fixture, role))
  tokens.set(uuid, token)
  return token
}

/** After a call that changed something: it may have ended the sign-in that it came with. */
export const forgetSignIn = (harness: Harness, fixture: CompanyFixture, role: Role): void =>
  void kept.get(harness)?.delete(fixture.people[role].uuid)

/** An example's input for each house, made once: for calls that are refused, and so use nothing up. */
export function keptInputs(name: EndpointName, harnessOf: () => Harness) {
  const inputs = new Map<CompanyFixture, Promise<Input>>()
  return (fixture: CompanyFixture): Promise<Input> => {
    const made = inputs.get(fixture) ?? Promise.resolve(exampleOf(name).ask(fixture, harnessOf()))
    inputs.set(fixture, made)
    return made
  }
}

let asked = 0
/** Nobody else has asked from here: what is limited or traced by address is this call's alone. */
export function newAddress(): string {
  asked += 1
  return `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
}

/** What calls from these addresses left behind; a trace that another call's answer did not wait for is not its. */
export const tracesFrom = ({ db }: Harness, ...addresses: string[]): Promise<number> =>
  db.$count(auditLog, inArray(auditLog.address, addresses))
