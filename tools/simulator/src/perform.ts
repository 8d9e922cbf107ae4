import { watchTopic } from '@carewatch/contracts/topics'
import type { MqttClient } from 'mqtt'
import type { Act } from '../scenarios/scenario.ts'
import { connectFromElsewhere, publish } from './connection.ts'

type Watch = { client: MqttClient; imei: string; onProblem: (problem: Error) => void }

/** Does on the wire what a scenario holds. */
export function performer({ client, imei, onProblem }: Watch): (act: Act) => void {
  const retryMs = client.options.reconnectPeriod ?? 1_000
  let stranger: MqttClient | undefined

  return (act) => {
    switch (act.does) {
      case 'measure':
        publish(client, watchTopic(imei, 'readings'), act.readings).catch(onProblem)
        return
      case 'sendEvent': {
        const event = { time: Date.now(), type: act.type, ...(act.fix && { position: act.fix }) }
        publish(client, watchTopic(imei, 'event'), event).catch(onProblem)
        return
      }
      case 'vanish':
        client.options.reconnectPeriod = 0
        client.stream.destroy()
        return
      case 'return':
        client.options.reconnectPeriod = retryMs
        client.reconnect()
        return
      case 'impersonate':
        stranger = connectFromElsewhere(client)
        stranger.on('error', onProblem)
        return
      case 'giveUp':
        stranger?.endAsync(true).catch(onProblem)
    }
  }
}
