import { setTimeout as wait } from 'node:timers/promises'

const EVERY_MS = 50

/** Somebody who keeps asking through the balancer; remembers each answer that was no answer. */
export function startVisiting(url: string, token?: string) {
  const faults: string[] = []
  let asked = 0
  let isOver = false
  const visiting = (async () => {
    while (!isOver) {
      asked++
      const fault = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {}).then(
        ({ status }) => (status >= 400 ? String(status) : undefined),
        (error: unknown) => String(error),
      )
      if (fault) faults.push(fault)
      await wait(EVERY_MS)
    }
  })()
  return {
    faults,
    end: async (): Promise<number> => {
      isOver = true
      await visiting
      return asked
    },
  }
}
