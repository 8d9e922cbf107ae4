import { follow } from './condition.ts'
import { keepRoom, type RoomRule, type RoomSituation } from './room-rule.ts'

const SAMPLES = 2

type Watched = {
  type: 'temperature' | 'humidity'
  limitsOf: (agreed: RoomSituation['agreed']) => { low: number | null; high: number | null }
  /** How far back inside a value must come. */
  hysteresis: number
}

/** A room that becomes too warm or cold, too dry or humid; each side is an alarm of its own. */
const climateRule = ({ type, limitsOf, hysteresis }: Watched): RoomRule => ({
  subjects: [type],
  evaluate: ({ fact, state, agreed }) => {
    if (fact.type !== type) return keepRoom(state)
    const { value } = fact
    const { low, high } = limitsOf(agreed)
    const sideOf = (direction: 'HIGH' | 'LOW', beyond: number | null) => ({
      direction,
      severity: 'MEDIUM' as const,
      isSo: beyond !== null && (beyond > 0 || (beyond > -hysteresis ? undefined : false)),
      value,
      opensAfter: SAMPLES,
      clearsAfter: SAMPLES,
    })
    const above = follow(state, fact, sideOf('HIGH', high === null ? null : value - high))
    const below = follow(above.state, fact, sideOf('LOW', low === null ? null : low - value))
    return { results: [...above.results, ...below.results], state: below.state }
  },
})

export const roomTemperatureRule = climateRule({
  type: 'temperature',
  limitsOf: ({ temperatureLow: low, temperatureHigh: high }) => ({ low, high }),
  hysteresis: 0.5,
})

export const roomHumidityRule = climateRule({
  type: 'humidity',
  limitsOf: ({ humidityLow: low, humidityHigh: high }) => ({ low, high }),
  hysteresis: 3,
})
