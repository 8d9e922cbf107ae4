import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dataFolder, type Env, USUAL_WATCH_PORT } from './env.ts'
import { isFree } from './ports.ts'

/** Parts of a launcher that was killed end by themselves; this long they may take. */
const GRACE_MS = 6_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('launcher/src/')
    )
  } catch {
    return false
  }
}

/** One launcher a data folder. Answers how to leave again. */
export function claim(folder: string): () => void {
  const file = join(folder, 'launcher.pid')
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (other && other !== process.pid && isAlive(other))
    throw new Error(
      `Carewatch already runs on ${folder} (process ${other}). Stop it first, or set DATA_DIR to another folder.`,
    )
  writeFileSync(file, String(process.pid), { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

/** Waits a moment for a port that a dying part still holds. */
async function isFreeSoon(port: number, host: string): Promise<boolean> {
  const until = Date.now() + GRACE_MS
  while (!(await isFree(port, host))) {
    if (Date.now() > until) return false
    await wait(200)
  }
  return true
}

/** Says which port is taken and how to change it. */
async function needPort(variable: string, port: number, host: string): Promise<void> {
  if (await isFreeSoon(port, host)) return
  throw new Error(
    `Port ${port} is taken by another program. Set ${variable} to a free one: ${variable}=${port + 1}`,
  )
}

/** A port that nobody chose: without it everything else goes on. */
async function warnOfPort(variable: string, port: number, host: string): Promise<void> {
  if (await isFreeSoon(port, host)) return
  console.log(
    `  ! Port ${port} is taken by another program: watches that speak plain TCP are not heard. Set ${variable} to a free one.`,
  )
}

/** Makes sure that nobody else runs on this data folder or these ports. Answers how to leave again. */
export async function takePlace(env: Env): Promise<() => void> {
  const folder = dataFolder(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const leave = claim(folder)
  try {
    await needPort('HTTP_PORT', env.HTTP_PORT, env.HOST)
    await needPort('MQTT_PORT', env.MQTT_PORT, env.HOST)
    if (typeof env.WATCH_PORT === 'number') await needPort('WATCH_PORT', env.WATCH_PORT, env.HOST)
    else if (env.WATCH_PORT === undefined && env.DEMO !== false)
      await warnOfPort('WATCH_PORT', USUAL_WATCH_PORT, env.HOST)
    return leave
  } catch (error) {
    leave()
    throw error
  }
}
