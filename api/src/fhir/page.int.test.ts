import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Scope } from '@carewatch/contracts/scopes'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNeighbours, idsIn, keyOf, type Neighbours } from '../testing/fhir-calls.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { type Receiver, startReceiver } from '../webhooks/testing.ts'

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../../docs/fhir.md'), 'utf8')
const scopes: Scope[] = ['fhir:read', 'fhir:write', 'people:read', 'readings:read', 'alarms:read']

let harness: Harness
let there: Neighbours
let receiver: Receiver
let folder: string
beforeAll(async () => {
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
  ;[there, receiver] = await Promise.all([createNeighbours(harness), startReceiver()])
  folder = mkdtempSync(join(tmpdir(), 'fhir-page-'))
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await receiver.close()
  await harness.close()
})

/** The blocks of the page in one language, each as it stands. */
const blocksOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\`\n`, 'gs'))].map(([, block = '']) => block)

/** Runs a block as somebody does who put their own into its first lines; answers what came, one to a line. */
async function linesOf(block: string): Promise<Resource[]> {
  const KEY = await keyOf(harness, there.ours, { scopes })
  const own = { BASE: `${harness.api.url}/api/fhir`, KEY, PATIENT: there.ours.wearer.uuid }
  const asked = block.replaceAll(/^(BASE|KEY|PATIENT)=.*\n/gm, '')
  const each = 'curl() { command curl --fail-with-body -w "\\n" "$@"; }\n'
  const { stdout } = await run('sh', ['-e', '-c', each + asked], {
    cwd: folder,
    env: { ...process.env, ...own },
  })
  return (
    stdout
      .split('\n')
      .filter((line) => line !== '')
      // Safe: what is expected of each is what is tested.
      .map((line) => JSON.parse(line) as Resource)
  )
}

it('docs/fhir.md: its lines answer what it says', async () => {
  const [first = '', subscribe = '', bulk = '', ...more] = blocksOf('sh').toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  )
  expect(more).toEqual([])
  const [metadata, patients, observations, everything] = await linesOf(first)
  expect(metadata?.resourceType).toBe('CapabilityStatement')
  expect(idsIn(patients as Bundle)).toContain(there.ours.wearer.uuid)
  expect(idsIn(observations as Bundle)).toHaveLength(3)
  expect(idsIn(everything as Bundle)).toContain(there.ours.wearer.uuid)

  const [json = ''] = blocksOf('json')
  const given = json
    .replace('Patient/UUID', `Patient/${there.ours.wearer.uuid}`)
    .replace('https://ehr.example.org/notifications', receiver.url)
  writeFileSync(join(folder, 'subscription.json'), given)
  const [made, found] = await linesOf(subscribe)
  expect(made).toMatchObject({ resourceType: 'Subscription', status: 'requested' })
  expect(idsIn(found as Bundle)).toEqual([made?.id])
  await until('its receiver is asked', () => receiver.received.length > 0)
  expect(receiver.received[0]?.body).toContain('handshake')

  const [manifest, ...rest] = await linesOf(bulk)
  expect(manifest).toMatchObject({ output: [{ type: 'Patient' }, { type: 'Observation' }] })
  expect(rest.map(({ resourceType }) => resourceType)).toEqual(['Patient', 'Patient', 'OperationOutcome'])
})

/** Which of them it is, by what it asks for. */
const rankOf = (block: string): number =>
  block.includes('metadata') ? 0 : block.includes('Subscription') ? 1 : 2
