/** So far behind, a gateway's message is old, or its clock is wrong. */
const BEHIND_MS = 30_000
/** A clock that is wrong is wrong by the same again and again; what was kept back comes faster than it happened. */
const SAME_MS = 5_000
const SURE_AFTER_MS = 10_000
const SURE_AFTER_MESSAGES = 3

type Lag = { firstMs: number; lagMs: number; since: number; messages: number }

/** How far behind each gateway's clock is: of those whose installer set no time, or that of another zone. */
export function createGatewayClocks() {
  const lags = new Map<number, Lag>()

  return {
    /** What is to be added to the times of a message whose newest is this one. */
    behindBy(gatewayId: number, newest: number, receivedAt: number): number {
      const lagMs = receivedAt - newest
      if (lagMs < BEHIND_MS) {
        lags.delete(gatewayId)
        return 0
      }
      const before = lags.get(gatewayId)
      const isSame = before !== undefined && Math.abs(before.firstMs - lagMs) <= SAME_MS
      const next = isSame
        ? { ...before, lagMs: Math.min(before.lagMs, lagMs), messages: before.messages + 1 }
        : { firstMs: lagMs, lagMs, since: receivedAt, messages: 1 }
      lags.set(gatewayId, next)
      const isSure = next.messages >= SURE_AFTER_MESSAGES && receivedAt - next.since >= SURE_AFTER_MS
      return isSure ? next.lagMs : 0
    },
  }
}
