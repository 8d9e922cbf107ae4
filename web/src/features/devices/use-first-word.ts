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

type FirstWord = {
  isReceived: boolean
  /** When the first message came; null: none has, or it came before this was looked at. */
  at: Date | null
  values: readonly { name: MetricName; value: number }[]
}
type Since = Date | null

const isAfter = (since: Since, time: Date | null): boolean =>
  time !== null && (since === null || time > since)

async function load({ uuid, imei }: Device, since: Since): Promise<FirstWord> {
  const [{ device }, { overview }] = await Promise.all([
    call(deviceDetail, { params: { uuid } }),
    call(readingsOverview, { params: { imei } }),
  ])
  const values = overview.flatMap(({ metric, latest }) =>
    latest && isAfter(since, latest.time) ? [{ name: metric, value: latest.value }] : [],
  )
  const isReceived = isAfter(since, device.lastSeenAt)
  return { isReceived, at: isReceived ? device.lastSeenAt : null, values }
}

/** Whether anything came from a watch, ever or since then, and what it measured: received live, and asked for until there is a value. */
export function useFirstWord(device: Device, since: Since): FirstWord {
  const { uuid } = device
  const [kept, setKept] = useState<FirstWord>({
    isReceived: isAfter(since, device.lastSeenAt),
    at: null,
    values: [],
  })
  useWatchedDevices([uuid])
  const live = useAtomValue(
    useMemo(
      () =>
        atom((get) => ({
          at: get(receivedLive(uuid)),
          values: metricNames.flatMap((name) => {
            const point = get(latestReading(`${uuid}/${name}`))
            return point && isAfter(since, point.time) ? [{ name, value: point.value }] : []
          }),
        })),
      [uuid, since],
    ),
  )
  const liveAt = isAfter(since, live.at) ? live.at : null
  // What comes after the first does not move when that came.
  if (liveAt && !kept.isReceived) setKept({ ...kept, isReceived: true, at: liveAt })
  const ask = useEffectEvent(async () => {
    if (document.hidden) return
    try {
      const now = await load(device, since)
      // Of what had come before, nobody here knows which was the first.
      setKept((before) => (before.isReceived ? { ...before, values: now.values } : now))
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
  return { at: kept.at, isReceived: kept.isReceived || isComplete, values }
}
