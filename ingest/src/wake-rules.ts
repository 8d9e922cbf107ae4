import { QUEUES } from '@carewatch/contracts/jobs'
import { openQueues, type QueueSettings } from '@carewatch/migrations/queues'

const AT_MOST_EVERY_MS = 20

/** Tells the rules that something waits in `unjudged`. Only a wake-up: one that gets lost costs the sweeper's second. */
export function createWakeRules(settings: QueueSettings) {
  const { queue, close } = openQueues(settings)
  const readings = queue(QUEUES.readings)
  const urgent = queue(QUEUES.urgent)
  let isDue = false
  let isPaused = false

  function wakeForReadings(): void {
    isDue = true
    if (isPaused) return
    isDue = false
    isPaused = true
    setTimeout(() => {
      isPaused = false
      if (isDue) wakeForReadings()
    }, AT_MOST_EVERY_MS)
    readings.add('wake', {}).catch(settings.onError)
  }

  return {
    wake: ({ isUrgent }: { isUrgent: boolean }): void => {
      if (isUrgent) urgent.add('wake', {}).catch(settings.onError)
      else wakeForReadings()
    },
    close,
  }
}
