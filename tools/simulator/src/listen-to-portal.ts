import { randomUUID } from 'node:crypto'
import { type SimulatorAnswer, SimulatorQuestion, simulatorTopic } from '@carewatch/contracts/simulator'
import mqtt from 'mqtt'
import type { Credentials } from './credentials.ts'
import type { startFleet } from './fleet.ts'

type Fleet = Pick<ReturnType<typeof startFleet>, 'play'>
type Options = {
  watches: Credentials['watches']
  url: string
  /** Of the services: without it nobody can ask. */
  password: string | undefined
  onProblem: (problem: Error) => void
}

/** Plays on the running fleet what the portal's administrator asks for. */
export function listenToPortal(fleet: Fleet, { watches, url, password, onProblem }: Options) {
  if (!password) return undefined
  const client = mqtt.connect(url, {
    clientId: `service-simulator-${randomUUID()}`,
    username: 'service/simulator',
    password,
    reconnectOnConnackError: true,
  })

  function start(story: SimulatorQuestion['story']): boolean {
    const index = story ? watches.findIndex(({ imei }) => imei === story.imei) : -1
    if (!story || index < 0) return false
    fleet.play(story.scenario, index).catch(onProblem)
    return true
  }

  client.on('error', onProblem)
  client.on('connect', () => void client.subscribeAsync(simulatorTopic.ask).catch(onProblem))
  client.on('message', (_, payload) => {
    const question = SimulatorQuestion.safeParse(JSON.parse(payload.toString()))
    if (!question.success) return onProblem(question.error)
    const { id, story } = question.data
    const answer: SimulatorAnswer = {
      watches: watches.map(({ imei, name }) => ({ imei, name })),
      started: start(story),
    }
    client.publishAsync(simulatorTopic.answer(id), JSON.stringify(answer)).catch(onProblem)
  })
  return { close: () => client.endAsync() }
}
