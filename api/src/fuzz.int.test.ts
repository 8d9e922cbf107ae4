import { createSession } from '@carewatch/migrations/factories'
import { roles } from '@carewatch/contracts/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFuzz, type Description } from './testing/fuzz.ts'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from './testing/fixtures.ts'
import { startHarness, type Harness, tokenFor } from './testing/harness.ts'

/** More by hand: FUZZ_REQUESTS=20000 FUZZ_SEED=7. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_ALL === 'true' ? 5_000 : 750))
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)

let harness: Harness
let fixture: CompanyFixture
let description: Description
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' })
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  const answer = await fetch(`${harness.api.url}/api/openapi.json`)
  // Safe: our own description; what is missing in it fails the test.
  description = (await answer.json()) as Description
})
afterAll(() => harness.close())

/** Signed in anew for each request: some requests end the sign-in they come with. */
async function tokenOfAnyone(chance: number): Promise<string> {
  const person = fixture.people[roles[Math.floor(chance * roles.length)] ?? 'ADMIN']
  return tokenFor({ uuid: person.uuid, session: (await createSession(harness.db, person.id)).uuid })
}

it(
  `finds no fault, and no answer that is not declared, in ${REQUESTS} requests made from the description`,
  { timeout: 1_800_000 },
  async () => {
    const { company, branch, device, people } = fixture
    const uuids = [company, branch, device, ...Object.values(people)].map(({ uuid }) => uuid)
    const { request, learn, dice } = createFuzz(description, { seed: SEED, uuids, imei: device.imei })
    const faults: string[] = []
    const statuses: Record<number, number> = {}
    for (let at = 0; at < REQUESTS; at++) {
      const { method, path, query, body } = request(at)
      const asked = harness.exchange(method, `${path.slice('/api'.length)}?${query}`, {
        token: await tokenOfAnyone(dice()),
        from: `10.${at % 256}.${Math.floor(at / 256) % 256}.1`,
        ...(body !== undefined && { body }),
      })
      const answer = await asked.catch((undeclared: Error) => undeclared)
      if (answer instanceof Error) {
        faults.push(`${answer.message} for ${query} ${JSON.stringify(body)}`.slice(0, 900))
        continue
      }
      const { status, text } = answer
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200) learn(text)
      if (status >= 500)
        faults.push(`${method} ${path}?${query} ${JSON.stringify(body)} → ${text}`.slice(0, 600))
    }
    process.stdout.write(`fuzz, seed ${SEED}: ${JSON.stringify(statuses)}\n`)
    expect(faults.slice(0, 20)).toEqual([])
  },
)
