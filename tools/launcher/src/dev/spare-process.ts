import type { ChildProcess } from 'node:child_process'
import { hasEnded } from '../end-process.ts'

/** A process that has loaded its libraries and waits: with it a restart takes a fraction of the time. */
export function createSpareProcess(spawn: () => ChildProcess) {
  let spare: ChildProcess | undefined
  return {
    prepare: (): void => {
      spare ??= spawn()
    },
    /** The one that waits, or where there is none, one made now. */
    take: (): ChildProcess => {
      const taken = spare && !hasEnded(spare) ? spare : spawn()
      spare = undefined
      return taken
    },
    drop: (): void => {
      spare?.kill('SIGKILL')
      spare = undefined
    },
  }
}
