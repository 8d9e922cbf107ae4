import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { credentialsFile, keepCredentials, readCredentials } from './credentials.ts'

it('keeps the beacons of a gateway under the name that the version before reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-fleet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const gateway = { mac: 'ac233fc01a10', password: 'made up', beacons: ['c300002e5b05'] }
  keepCredentials(folder, { watches: [], gateways: [gateway] })
  const file = credentialsFile(folder)
  expect(readFileSync(file, 'utf8')).toMatch(/"hears": \[\s*"c300002e5b05"\s*\]/)
  expect(readCredentials(file).gateways).toEqual([gateway])
})
