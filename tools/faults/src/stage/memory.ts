import { readFileSync } from 'node:fs'

const EVERY_MS = 100

export type PartName = 'frontDoor' | 'rulesEngine' | 'api'
export type Memory = Record<PartName, { before: number; peak: number }>

export function residentMb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return 0
  }
}

/** What each part holds, looked at ten times a second. */
export function watchMemory(pids: Record<PartName, () => number | undefined>) {
  const look = (name: PartName): number => residentMb(pids[name]()) || 0
  const names: PartName[] = ['frontDoor', 'rulesEngine', 'api']
  const [frontDoor, rulesEngine, api] = names.map((name) => ({ before: look(name), peak: look(name) }))
  const none = { before: 0, peak: 0 }
  const memory: Memory = { frontDoor: frontDoor ?? none, rulesEngine: rulesEngine ?? none, api: api ?? none }
  const timer = setInterval(() => {
    for (const name of names) memory[name].peak = Math.max(memory[name].peak, look(name))
  }, EVERY_MS)
  return {
    finish: (): Memory => {
      clearInterval(timer)
      return memory
    },
  }
}
