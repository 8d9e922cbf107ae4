import type { Device } from '@carewatch/contracts/http/devices'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import { readingsOverview } from '@carewatch/contracts/http/readings'
import { type MetricName, metricNames } from '@carewatch/contracts/metrics'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { call } from '../../http/call.ts'
import { Failure } from '../../http/failure.ts'
import { receivedLive, latestReading } from '../../live/live-atoms.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'

/** What came before the live socket was open is not sent on it; the server has kept it. */
const ASK_EVERY_MS = 5_000

type FirstWord = { isReceived: boolean; values: readonly { name: MetricName; value: number }[] }

async function load({ uuid, imei }: Device): Promise<FirstWord> {
  const [{ device }, { overview }] = await Promise.all([
    call(deviceDetail, { params: { uuid } }),
    call(readingsOverview, { params: { imei } }),
  ])
  const values = overview.flatMap(({ metric, latest }) =>
    latest ? [{ name: metric, value: latest.value }] : [],
  )
  return { isReceived: device.lastSeenAt !== null, values }
}

/** Whether anything came from a new watch, and what it measured: received live, and asked for until there is a value. */
export function useFirstWord(device: Device): FirstWord {
  const { uuid } = device
  const [kept, setKept] = useState<FirstWord>({ isReceived: false, values: [] })
  useWatchedDevices([uuid])
  const live = useAtomValue(
    useMemo(
      () =>
        atom((get) => ({
          isReceived: get(receivedLive(uuid)) !== null,
          values: metricNames.flatMap((name) => {
            const point = get(latestReading(`${uuid}/${name}`))
            return point ? [{ name, value: point.value }] : []
          }),
        })),
      [uuid],
    ),
  )
  const ask = useEffectEvent(async () => {
    if (document.hidden) return
    try {
      setKept(await load(device))
    } catch (error) {
      // The next round asks again; the banner shows that nobody answers.
      if (!(error instanceof Failure)) throw error
    }
  })
  const values = live.values.length > 0 ? live.values : kept.values
  const isComplete = values.length > 0
  useEffect(() => {
    if (isComplete) return
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isComplete, uuid])
  return { isReceived: live.isReceived || kept.isReceived || isComplete, values }
}
