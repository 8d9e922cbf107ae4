import { randomUUID } from 'node:crypto'
import { SimulatorAnswer, type SimulatorQuestion, simulatorTopic } from '@carewatch/contracts/simulator'
import type { LiveFeed } from '../live/live-feed.ts'

const WITHIN_MS = 1_500

/** What the simulator says; `null`: none is running. */
export async function askSimulator(
  feed: LiveFeed,
  story?: SimulatorQuestion['story'],
): Promise<SimulatorAnswer | null> {
  const id = randomUUID()
  const question: SimulatorQuestion = { id, ...(story && { story }) }
  const answer = await feed.ask({
    topic: simulatorTopic.ask,
    question: JSON.stringify(question),
    answerTopic: simulatorTopic.answer(id),
    withinMs: WITHIN_MS,
  })
  return answer && SimulatorAnswer.parse(JSON.parse(answer.toString()))
}
