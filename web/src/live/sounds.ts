import { ALARM_PLAYS, SOUND_PAUSE_MS } from '@carewatch/contracts/numbers'
import type { Notification } from '@carewatch/contracts/notifications'
import { atom } from 'jotai'
import { knownAtom } from './notifications.ts'
import { store } from '../store.ts'
import { soundAtom } from '../preferences/preferences.ts'
import { soundFor } from './sound-choice.ts'
import { isAudible, playTone } from './tones.ts'

/** The browser holds sound back until somebody touches the page. */
export const soundBlockedAtom = atom(false)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const stillAsks = (asking: readonly Notification[]): boolean => {
  const { byUuid } = store.get(knownAtom)
  return asking.some(({ uuid }) => byUuid.get(uuid)?.acknowledged !== true)
}

const countRequest = () => {
  const { dataset } = document.body
  dataset['soundsRequested'] = String(Number(dataset['soundsRequested'] ?? 0) + 1)
}

async function play(asking: readonly Notification[]): Promise<void> {
  const sound = soundFor(asking)
  const plays = sound === 'ALARM' ? ALARM_PLAYS : 1
  for (let played = 0; sound && played < plays; played++) {
    if (played > 0) await pause(SOUND_PAUSE_MS)
    if (store.get(soundAtom) === 'off' || !stillAsks(asking)) return
    countRequest()
    const isPlayed = await playTone(sound)
    store.set(soundBlockedAtom, !isPlayed)
  }
}

/** Rings for what is fresh: an alarm three times, a notification once, until somebody acknowledges. */
export function ring(asking: readonly Notification[]): void {
  // A tone that cannot be made leaves the alarm to the banner.
  play(asking).catch(() => store.set(soundBlockedAtom, true))
}

/** Called by a touch of the person; answers nothing, shows it by the chip going away. */
export async function unblockSound(): Promise<void> {
  store.set(soundBlockedAtom, !(await playTone('NOTIFICATION')))
}

/** Any first touch of the page lets sound through, so that nobody has to look for a button. */
export function watchSoundPermission(): void {
  store.set(soundBlockedAtom, !isAudible())
  const listen = () => {
    isAudible(true)
    setTimeout(() => store.set(soundBlockedAtom, !isAudible()), 200)
  }
  addEventListener('pointerdown', listen, { passive: true })
  addEventListener('keydown', listen)
}
