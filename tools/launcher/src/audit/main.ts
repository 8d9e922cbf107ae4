import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolders } from '../packages.ts'
import { readInstalled } from './installed.ts'
import { askRegistry } from './registry.ts'
import {
  catalogOf,
  decidedBuilds,
  strangeResolutions,
  unexpectedScripts,
  unpinned,
  wrongLicenses,
} from './rules.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const workspace = read('pnpm-workspace.yaml')
const manifests = ['package.json', ...packageFolders(root).map((folder) => join(folder, 'package.json'))]
const installed = readInstalled(root)

const wrong = [
  ...manifests.flatMap((path) => unpinned(path, JSON.parse(read(path)))),
  ...catalogOf(workspace),
  ...strangeResolutions(read('pnpm-lock.yaml')),
  ...unexpectedScripts(installed, decidedBuilds(workspace)),
  ...wrongLicenses(installed),
]
const asked = askRegistry(root)

for (const line of wrong) print(line)
print(
  `audit: ${installed.length} packages looked at: versions, checksums, licences, install scripts: ${wrong.length === 0 ? 'well' : `${wrong.length} wrong`}`,
)
if (asked.answer === 'found') print(asked.report)
if (asked.answer === 'away')
  print(`audit: NOT ASKED: the registry did not say which of them have known holes (${asked.why})`)
if (asked.answer === 'clean') print('audit: the registry knows no hole of high or critical severity in them')
process.exitCode = wrong.length > 0 || asked.answer === 'found' ? 1 : 0
