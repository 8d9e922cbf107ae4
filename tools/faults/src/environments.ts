import {
  openEnvironment,
  type TestEnvironment,
  type EnvironmentName,
  type EnvironmentOptions,
  sharedEnvironments,
} from './environment/environment.ts'

/** The stages that are open: a shared one is built when it is first needed, and again when something broke on it. */
export function createEnvironments() {
  const open = new Map<EnvironmentName, TestEnvironment>()
  return {
    async use<T>(
      which: EnvironmentName | EnvironmentOptions,
      work: (environment: TestEnvironment) => Promise<T>,
    ): Promise<T> {
      if (typeof which !== 'string') {
        const own = await openEnvironment(which)
        try {
          return await work(own)
        } finally {
          await own.close()
        }
      }
      const environment = open.get(which) ?? (await openEnvironment(sharedEnvironments[which]))
      open.set(which, environment)
      try {
        return await work(environment)
      } catch (error) {
        open.delete(which)
        await environment.close()
        throw error
      }
    },
    close: async (): Promise<void> => {
      for (const environment of open.values()) await environment.close()
      open.clear()
    },
  }
}
