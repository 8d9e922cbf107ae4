import { connectAsync } from 'mqtt'
import type { Identity } from './corpus.ts'

const EVERY_MS = 25

export type CanaryReport = { answered: number; worstMs: number; wasCut: boolean }

/** A client that goes on with its work while others attack: it publishes, and waits for each answer. */
export async function startCanary(port: number, { username, password, topic }: Identity) {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username,
    password,
    clientId: 'canary',
    reconnectPeriod: 0,
  })
  const report: CanaryReport = { answered: 0, worstMs: 0, wasCut: false }
  let isOver = false
  client.on('close', () => (report.wasCut ||= !isOver))
  client.on('error', () => {})

  const work = async (): Promise<void> => {
    while (!isOver && !report.wasCut) {
      const since = performance.now()
      await client.publishAsync(topic, '{"heartRate":72}', { qos: 1 })
      report.worstMs = Math.max(report.worstMs, performance.now() - since)
      report.answered++
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }
  const working = work().catch(() => {
    report.wasCut = true
  })
  return {
    end: async (): Promise<CanaryReport> => {
      isOver = true
      await working
      await client.endAsync(true)
      return report
    },
  }
}
