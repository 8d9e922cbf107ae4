/** One MQTT connection that ended another of the same client: from which network it came, and which it ended. */
export type TakeOver = { at: number; from: string; to: string }

/**
 * MQTT gives a client's session to whoever connects last [MQTT-3.1.4-2], and who was cut off comes back by itself, within a second to a minute
 * (mqtt.js: 1 s, Paho: up to 60 s). So two that say they are one device throw each other out for as long as both live. One device at the edge of
 * its Wi-Fi goes to and fro too, but not six times in ten minutes.
 */
const TIMES = 6
const WITHIN_MS = 10 * 60_000

/** Those that still count, the newest included. */
export const remembered = (before: readonly TakeOver[], { at, from, to }: TakeOver): TakeOver[] => {
  const last = before.at(-1)
  // Only who comes back to where somebody else had been in between is one more.
  const isReturn = last === undefined || (last.to === from && last.from === to)
  const others = isReturn ? before.filter((one) => at - one.at < WITHIN_MS) : []
  return from === to ? [...before] : [...others, { at, from, to }]
}

export const isFight = (takeOvers: readonly TakeOver[]): boolean => takeOvers.length >= TIMES
