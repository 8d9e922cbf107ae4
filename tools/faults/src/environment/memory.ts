import { readFileSync } from 'node:fs'

const EVERY_MS = 100

export type PartName = 'broker' | 'rulesEngine' | 'api'
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
  const names: PartName[] = ['broker', 'rulesEngine', 'api']
  const [broker, rulesEngine, api] = names.map((name) => ({ before: look(name), peak: look(name) }))
  const none = { before: 0, peak: 0 }
  const memory: Memory = { broker: broker ?? none, rulesEngine: rulesEngine ?? none, api: api ?? none }
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
