import { MAX_READINGS_PER_MESSAGE, type ReadingsPayload } from '@carewatch/contracts/payloads'
import { watchTopic } from '@carewatch/contracts/topics'
import type { MqttClient } from 'mqtt'
import { publish } from './connection.ts'
import { clockAt } from './physiology/local-time.ts'
import { nightReportOf, reportOf, type Wearer } from './report.ts'

type Measuring = {
  client: MqttClient
  imei: string
  wearer: Wearer
  everyMs: number
  bodyTime: (time: number) => number
  onProblem: (problem: Error) => void
}

/** Measures, and keeps what it could not send: a real watch brings it when it is back. */
export function createMeasuring({ client, imei, wearer, everyMs, bodyTime, onProblem }: Measuring) {
  let kept: ReadingsPayload[] = []
  let beat = 0
  let reportedNight: number | undefined

  const send = (readings: ReadingsPayload | ReadingsPayload[]): void => {
    publish(client, watchTopic(imei, 'readings'), readings).catch(onProblem)
  }

  /** Once a morning; a body that lives faster than the clock has no nights of the calendar. */
  function reportNight(time: number): void {
    const clock = clockAt(time, wearer.profile.timeZone)
    if (clock.day === reportedNight || bodyTime(time) !== time) return
    const report = nightReportOf(wearer, { clock })
    if (Number(report.time) > time) return
    reportedNight = clock.day
    send(report)
  }

  return {
    measure: (): void => {
      const time = Date.now()
      const report = reportOf(wearer, { time, bodyTime: bodyTime(time), beat: beat++, everyMs })
      if (!client.connected) {
        kept = [...kept, report].slice(-MAX_READINGS_PER_MESSAGE)
        return
      }
      send(report)
      reportNight(time)
    },
    sendKept: (): void => {
      if (kept.length) send(kept)
      kept = []
    },
  }
}
