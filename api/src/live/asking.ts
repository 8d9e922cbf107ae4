import type { MqttClient } from 'mqtt'

export type Question = { topic: string; question: string; answerTopic: string; withinMs: number }

/** Questions on the live lane, each with a topic of its own for the answer. */
export function createAsking(client: MqttClient) {
  const awaited = new Map<string, (payload: Buffer) => void>()

  return {
    /** Whether it was an answer somebody waits for. */
    take(topic: string, payload: Buffer): boolean {
      const answer = awaited.get(topic)
      answer?.(payload)
      return answer !== undefined
    },
    /** Asks whoever listens; `null`: nobody answered in time. */
    async ask({ topic, question, answerTopic, withinMs }: Question): Promise<Buffer | null> {
      if (!client.connected) return null
      const answered = new Promise<Buffer | null>((resolve) => {
        awaited.set(answerTopic, resolve)
        setTimeout(resolve, withinMs, null).unref()
      })
      try {
        await client.subscribeAsync(answerTopic, { qos: 0 })
        await client.publishAsync(topic, question, { qos: 0 })
        return await answered
      } finally {
        awaited.delete(answerTopic)
        if (client.connected) client.unsubscribe(answerTopic)
      }
    },
  }
}
