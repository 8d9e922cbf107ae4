import { expect, it } from 'vitest'
import {
  catalogOf,
  decidedBuilds,
  strangeResolutions,
  unexpectedScripts,
  unpinned,
  wrongLicenses,
} from './rules.ts'

const some = (values: object) => ({
  name: 'some',
  version: '1.0.0',
  license: 'MIT',
  runsAtInstall: false,
  ...values,
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['GPL-3.0', false],
  ['MIT AND GPL-3.0', false],
  ['(BSD-2-Clause OR MIT OR Apache-2.0)', true],
  ['none', false],
])('a package under %s may be used: %s', (license, isFine) => {
  expect(wrongLicenses([some({ license })])).toHaveLength(isFine ? 0 : 1)
})

it.each([
  ['1.2.3', true],
  ['1.2.3-rc.1', true],
  ['catalog:', true],
  ['workspace:*', true],
  ['^1.2.3', false],
  ['*', false],
  ['latest', false],
  ['github:somebody/something', false],
])('%s is one version: %s', (specifier, isOne) => {
  expect(unpinned('package.json', { devDependencies: { some: specifier } })).toHaveLength(isOne ? 0 : 1)
})

it('a version of the catalogue may not float', () => {
  expect(catalogOf("catalog:\n  aedes: 1.2.0\n  '@types/pg': ^8.0.0\n")).toEqual([
    'the catalogue has @types/pg at ^8.0.0, which is not one version',
  ])
})

it('a package is known by its content, and comes from the registry', () => {
  const lockfile =
    '    resolution: {integrity: sha512-abc==}\n    resolution: {tarball: https://example.com/x.tgz}\n    resolution: {integrity: sha1-abc}\n'
  expect(strangeResolutions(lockfile)).toHaveLength(2)
})

it('a script that runs when it is installed is decided by hand', () => {
  const decided = decidedBuilds("allowBuilds:\n  '@some/tool': true\n  esbuild: false\n")
  const installed = [
    some({ name: 'esbuild', runsAtInstall: true }),
    some({ name: 'miner', runsAtInstall: true }),
    some({}),
  ]
  expect(unexpectedScripts(installed, decided)).toEqual([
    'miner 1.0.0 runs a script when it is installed: decide in allowBuilds',
  ])
})
