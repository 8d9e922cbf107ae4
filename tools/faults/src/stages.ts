import { openStage, type Stage, type StageName, type StageOptions, stages } from './stage/stage.ts'

/** The stages that are open: a shared one is built when it is first needed, and again when something broke on it. */
export function createStages() {
  const open = new Map<StageName, Stage>()
  return {
    async use<T>(which: StageName | StageOptions, work: (stage: Stage) => Promise<T>): Promise<T> {
      if (typeof which !== 'string') {
        const own = await openStage(which)
        try {
          return await work(own)
        } finally {
          await own.close()
        }
      }
      const stage = open.get(which) ?? (await openStage(stages[which]))
      open.set(which, stage)
      try {
        return await work(stage)
      } catch (error) {
        open.delete(which)
        await stage.close()
        throw error
      }
    },
    close: async (): Promise<void> => {
      for (const stage of open.values()) await stage.close()
      open.clear()
    },
  }
}
