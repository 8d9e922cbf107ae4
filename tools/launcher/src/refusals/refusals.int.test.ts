import { readFileSync } from 'node:fs'
import { endpointsByName } from '@carewatch/contracts/http/index'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../env.ts'
import { openProject } from '../queries/open-project.ts'
import { findRefusals, type Refusals } from './find-refusals.ts'
import { REFUSALS_FILE, written } from './refusals-file.ts'

let opened: ReturnType<typeof openProject>
let found: Record<string, Refusals>
beforeAll(() => {
  opened = openProject({ root: ROOT, config: 'tsconfig.json' })
  found = findRefusals(opened.project, ROOT)
}, 300_000)
afterAll(() => opened.close())

it('finds every call', () => {
  expect(Object.keys(found)).toEqual(Object.keys(endpointsByName).toSorted())
})

it('follows names across files, members of what a factory makes, and what two refusals choose from', () => {
  expect(found.changeEmail?.tooMany).toContain('signInLocked')
  expect(found.deleteBranch?.conflict).toEqual(expect.arrayContaining(['hasDevices', 'hasUsers']))
  expect(found.login?.unauthenticated).toContain('codeRequired')
  expect(found.roleListing).toEqual({})
})

it('docs:refusals --write was run after the last change', () => {
  expect(readFileSync(REFUSALS_FILE, 'utf8')).toBe(written(found))
})
