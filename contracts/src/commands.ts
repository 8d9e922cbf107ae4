/** What a watch can be told to do once. Settings are not commands: the newest always replace the older. */
export const commandKinds = ['FIND', 'MEASURE', 'LOCATE', 'PANIC_ON', 'PANIC_OFF', 'RESET'] as const
export type CommandKind = (typeof commandKinds)[number]

/** Each ends what the other began. */
export const panicKinds = ['PANIC_ON', 'PANIC_OFF'] as const satisfies readonly CommandKind[]

/** They say nothing of whoever wears the device: sent also to one that is not known to be it, for somebody may be looking for it. */
export const impersonalCommands: readonly CommandKind[] = ['FIND', 'MEASURE', 'LOCATE', 'PANIC_ON']

/** What "send signal" can be. */
export const signalKinds = ['FIND', 'MEASURE'] as const satisfies readonly CommandKind[]

export const commandStates = ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'EXPIRED'] as const
export type CommandState = (typeof commandStates)[number]

const DAY_MS = 86_400_000
const RESET_MS = 10 * 60_000

/** A factory reset that comes a day late would erase what was set up since. */
export const commandLifeMs = (kind: CommandKind): number => (kind === 'RESET' ? RESET_MS : DAY_MS)

/**
 * Whether a command is sent again where the connection fell before it was answered, for it may have been done all the same.
 * RESET never: a watch that resets does not answer, and the second time would erase what was set up since the first.
 * FIND while whoever looks for the watch still listens: one that rings again hours later, at night, frightens its wearer.
 * Of the others the second time does no harm, and what was lost does.
 */
export const repetitions: Readonly<Record<CommandKind, 'always' | 'soon' | 'never'>> = {
  FIND: 'soon',
  MEASURE: 'always',
  LOCATE: 'always',
  PANIC_ON: 'always',
  PANIC_OFF: 'always',
  RESET: 'never',
}
export const SOON_MINUTES = 10

/** A waiting command of one of these gives way to a new one. */
export const replacedBy = (kind: CommandKind): readonly CommandKind[] => {
  if (kind === 'PANIC_ON' || kind === 'PANIC_OFF') return panicKinds
  return [kind]
}
