/** How far a setting of a watch has come. */
export const settingStates = [
  /** It was not sent yet. */
  'WAITING',
  /** It was sent and not answered; of a model that does not answer all that will be known. */
  'SENT',
  /** The watch says that it took it. */
  'ACKNOWLEDGED',
  /** The watch says the same value. */
  'READ_BACK',
  /** The watch says another value. */
  'DIFFERS',
  'REFUSED',
  /** Nobody chose: nothing is sent, the watch keeps its own. */
  'LEFT',
  /** This model cannot be sent it: it is kept and evaluated here. */
  'NOT_SUPPORTED',
] as const
export type SettingState = (typeof settingStates)[number]

/** What came of the last sending of a setting. */
export type LastSending = {
  /** The revision of the settings that was compared with it last; 0: none since the device was reset or handed over. */
  revision: number
  /** Null: nothing was to be sent. */
  sentAt: Date | null
  answeredAt: Date | null
  isTaken: boolean | null
  isReadBack: boolean
}

/** What is known of the settings as a whole: all that there is where nothing was sent since each has a state of its own. */
export type WholeSettings = {
  revision: number
  reportedRevision: number | null
  reportedAt: Date | null
  sentRevision: number | null
  sentAt: Date | null
}

/** Where a setting is, and when it came there. `changedIn`: the revision in which it was changed last; `isChosen`: somebody chose a value, so that there is something to send. */
export function settingStateOf(
  last: LastSending | undefined,
  whole: WholeSettings,
  { changedIn, confirms, isChosen }: { changedIn: number; confirms: boolean; isChosen: boolean },
): { state: SettingState; sentAt: Date | null; answeredAt: Date | null } {
  if (!last)
    return isChosen ? stateOfWhole(whole, confirms) : { state: 'LEFT', sentAt: null, answeredAt: null }
  const { revision, sentAt, answeredAt } = last
  if (revision === 0 || changedIn > revision) return { state: 'WAITING', sentAt: null, answeredAt: null }
  return { state: sentAt === null ? 'LEFT' : answerOf(last), sentAt, answeredAt }
}

function answerOf({ isTaken, isReadBack }: LastSending): SettingState {
  if (isTaken === null) return 'SENT'
  if (isTaken) return isReadBack ? 'READ_BACK' : 'ACKNOWLEDGED'
  return isReadBack ? 'DIFFERS' : 'REFUSED'
}

function stateOfWhole(whole: WholeSettings, confirms: boolean): ReturnType<typeof settingStateOf> {
  const { revision, reportedRevision, reportedAt, sentRevision, sentAt } = whole
  if (confirms && (reportedRevision ?? 0) >= revision)
    return { state: 'ACKNOWLEDGED', sentAt, answeredAt: reportedAt }
  const isSent = (sentRevision ?? 0) >= revision
  return { state: isSent ? 'SENT' : 'WAITING', sentAt: isSent ? sentAt : null, answeredAt: null }
}
