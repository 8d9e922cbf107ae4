/** What a commit was, for the figures: how many messages, how long it took, and how long the first of them had waited. */
export type Commit = { messages: number; seconds: number; lagSeconds: number }
export type OnStored = (commit: Commit) => void

/** `began`: when the statement was sent, by `performance.now()`. */
export function commitOf(messages: readonly { uplink: { receivedAt: number } }[], began: number): Commit {
  const receivedAt = messages[0]?.uplink.receivedAt ?? Date.now()
  return {
    messages: messages.length,
    seconds: (performance.now() - began) / 1_000,
    lagSeconds: Math.max(0, Date.now() - receivedAt) / 1_000,
  }
}
