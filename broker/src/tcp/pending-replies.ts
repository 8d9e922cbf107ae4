import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import type { SettingsDown } from '@carewatch/devices/protocol'
import type pg from 'pg'
import { settleCommand } from '../downlink/commands.ts'
import { type Attempts, noteSettingsAnswer, noteTaken } from '../downlink/setting-ledger.ts'

/** Settings that went down together, and how many frames of each are not answered yet. */
type SentSettings = {
  settings: WatchSettings
  attempts: Attempts
  open: Map<SettingName, number>
}

type Expected =
  | { what: 'command'; uuid: string }
  | { what: 'settings'; names: readonly SettingName[]; sent: SentSettings }
  /** It goes beside a command, and says nothing of it. */
  | { what: 'beside' }

type Sent = Omit<SentSettings, 'open'> & { frames: readonly SettingsDown[] }

export function sentSettings({ frames, ...sent }: Sent): SentSettings {
  const open = new Map<SettingName, number>()
  for (const name of frames.flatMap(({ settings }) => settings)) open.set(name, (open.get(name) ?? 0) + 1)
  return { ...sent, open }
}

const KEYS_REMEMBERED = 200
/** So many of one key unanswered: which of them an answer belongs to can be said no longer. */
const MOST_OF_A_KEY = 50

/** What was asked under one key. */
type Questions = {
  open: readonly Expected[]
  /** Answered by number, where they are about different things: only when all are answered it is known that this one was. */
  held: readonly Expected[]
  isAnyRefused: boolean
}

const subjectOf = (question: Expected): string => {
  if (question.what === 'beside') return 'beside'
  return question.what === 'command' ? `command ${question.uuid}` : question.names.join()
}

const isMixed = ({ open, held }: Questions): boolean => new Set([...open, ...held].map(subjectOf)).size > 1

/** What was sent to a watch and is not answered yet, by the key its answer will bear. */
export function createPendingReplies({ db, deviceId }: { db: pg.Pool; deviceId: number }) {
  const asked = new Map<string, Questions | 'uncountable'>()

  const expectReply = (key: string, what: Expected): void => {
    const before = asked.get(key) ?? { open: [], held: [], isAnyRefused: false }
    if (before === 'uncountable') return
    asked.delete(key)
    const isCountable = before.open.length + before.held.length < MOST_OF_A_KEY
    asked.set(key, isCountable ? { ...before, open: [...before.open, what] } : 'uncountable')
    const [oldest] = asked.keys()
    if (asked.size > KEYS_REMEMBERED && oldest !== undefined) asked.delete(oldest)
  }

  /**
   * Of several of one key the first answer belongs to the first: a watch that passed one over confirms too little, and never too much. Of those about different
   * things it cannot be said which one was passed over: they are taken when as many answers came as questions went, and no sooner.
   */
  function answeredBy(key: string, isTaken: boolean): readonly Expected[] {
    const all = asked.get(key)
    const [first, ...open] = all && all !== 'uncountable' ? all.open : []
    if (!all || all === 'uncountable' || !first) return []
    if (!isMixed(all)) {
      if (open.length > 0) asked.set(key, { ...all, open })
      else asked.delete(key)
      return [first]
    }
    const held = [...all.held, first]
    const isAnyRefused = all.isAnyRefused || !isTaken
    if (open.length > 0) asked.set(key, { open, held, isAnyRefused })
    else asked.delete(key)
    return open.length > 0 || isAnyRefused ? [] : held
  }

  async function settle(question: Expected, isTaken: boolean): Promise<void> {
    if (question.what === 'beside') return
    if (question.what === 'command') {
      await settleCommand(db, { deviceId, uuid: question.uuid, state: isTaken ? 'DELIVERED' : 'FAILED' })
      return
    }
    const { names, sent } = question
    const answered = isTaken ? names.filter((name) => isLastOf(sent, name)) : names
    // What it refused of a setting, it does not have, whatever it says of the rest.
    if (!isTaken) for (const name of names) sent.open.delete(name)
    const attempts = new Map(answered.map((name) => [name, sent.attempts.get(name) ?? 0]))
    const noted = await noteSettingsAnswer(db, { deviceId, attempts, isTaken })
    if (!isTaken || noted.length === 0) return
    const values = Object.fromEntries(noted.map((name) => [name, sent.settings[name]]))
    await noteTaken(db, deviceId, values)
  }

  return {
    expectReply,
    async answered(answers: readonly { key: string; isTaken: boolean }[]): Promise<void> {
      for (const { key, isTaken } of answers)
        for (const question of answeredBy(key, isTaken)) await settle(question, isTaken)
    },
  }
}

/** A setting of several frames is taken when the last of them is. */
function isLastOf({ open }: SentSettings, name: SettingName): boolean {
  const left = (open.get(name) ?? 0) - 1
  open.set(name, left)
  return left === 0
}
