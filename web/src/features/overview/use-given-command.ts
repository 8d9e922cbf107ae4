import { type Command, deviceCommands, sendSignal } from '@carewatch/contracts/http/device-commands'
import type { Device } from '@carewatch/contracts/http/devices'
import { liveLocation } from '@carewatch/contracts/http/positions'
import { useEffect, useState } from 'react'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { commandWord, isOpenCommand } from '../../ui/devices/command-word.ts'

const ASK_EVERY_MS = 3_000

export type GivenCommand = { command: Command; lastSeenAt: Date | null }
export type Order = 'MEASURE' | 'LOCATE'

const give = ({ uuid, imei }: Device, order: Order): Promise<GivenCommand> =>
  order === 'LOCATE'
    ? call(liveLocation, { body: { deviceIMEI: imei } })
    : call(sendSignal, { body: { deviceUUID: uuid, kind: order } })

async function stateOf(deviceUuid: string, { kind, uuid }: Command): Promise<Command | undefined> {
  const answer = await call(deviceCommands, { params: { uuid: deviceUuid }, query: { kind, size: 5 } }).catch(
    () => null,
  )
  return answer?.commands.find((command) => command.uuid === uuid)
}

/** The command that this screen gave a watch and what came of it: nobody is made to believe that it has happened already. */
export function useGivenCommand(device: Device, onDone: () => void) {
  const [given, setGiven] = useState<GivenCommand | null>(null)
  const [giving, setGiving] = useState<Order | null>(null)
  const isWaiting = given !== null && isOpenCommand(given.command)

  useEffect(() => {
    if (!isWaiting) return
    const look = async () => {
      const command = await stateOf(device.uuid, given.command)
      if (!command || commandWord(command) === commandWord(given.command)) return
      setGiven({ ...given, command })
      if (command.state === 'DELIVERED') onDone()
    }
    const timer = setInterval(() => void look(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting, given, device.uuid, onDone])

  const submit = async (order: Order) => {
    setGiving(order)
    const answer = await attempt(() => give(device, order))
    setGiving(null)
    if (answer) setGiven(answer)
  }
  return { given, giving, submit }
}
