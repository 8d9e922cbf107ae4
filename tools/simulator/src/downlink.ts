import { watchTopic } from '@carewatch/contracts/topics'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'
import { publish } from './connection.ts'

const Settings = z.looseObject({ revision: z.int().optional() })
const Command = z.looseObject({ uuid: z.string().optional(), kind: z.string().optional() })

type Downlink = { imei: string; topic: string; payload: Buffer }

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    // A real watch drops what it cannot read; the sender sees that no answer came.
    return undefined
  }
}

/** Answers what it is sent: settings are reported back as adopted, commands as done. */
export function answerDownlink(
  client: MqttClient,
  { imei, topic, payload }: Downlink,
  onProblem: (problem: Error) => void,
): void {
  const body = parse(payload)
  if (topic === watchTopic(imei, 'settings')) {
    const settings = Settings.safeParse(body)
    if (settings.success)
      publish(client, watchTopic(imei, 'settings/reported'), settings.data).catch(onProblem)
    return
  }
  const command = Command.safeParse(body)
  if (!command.success) return
  const { uuid, kind } = command.data
  publish(client, watchTopic(imei, 'command/result'), { uuid, kind, ok: true }).catch(onProblem)
}
