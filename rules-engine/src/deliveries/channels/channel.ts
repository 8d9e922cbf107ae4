import type { Language } from '@carewatch/contracts/languages'
import type { Channel } from '@carewatch/contracts/escalation'

export type Place = { lat: number; lng: number; accuracyM: number | null }

/** What one person is told by one channel, in their own language. */
export type Message = {
  /** The delivery's own: by it whoever takes such a thing knows a repeat. */
  uuid: string
  userId: number | null
  phone: string | null
  email: string | null
  telegramChatId: string | null
  language: Language
  title: string
  text: string
  /** The alarm's page, under the portal's address. */
  path: string
  isUrgent: boolean
  /** Where the watch is, for who may know; only where somebody must be found. */
  place: Place | null
  /** The words of the two answers, where the person may answer. */
  answers: { take: string; falseAlarm: string } | null
  /** By what a text is answered. */
  answerCode: string | null
}

export type Sent = {
  providerId: string | null
  /** It has buttons, which go when somebody took the alarm. */
  canBeEdited?: boolean
}

/** A message that says now what came of its alarm. */
export type Edit = { providerId: string; message: Message; outcome: string }

/** A way to a person, one file each. It answers when the provider has taken the message, and throws `NotSent` when it has not. */
export type Sender = {
  channel: Channel
  send: (message: Message, signal: AbortSignal) => Promise<Sent>
  /** How many the provider takes in a second. */
  perSecond?: number
  /** How many parts the message is paid as; a channel without it costs nothing. */
  parts?: (message: Message) => number
  edit?: (edit: Edit, signal: AbortSignal) => Promise<void>
  /** By what name people find it. */
  name?: (signal: AbortSignal) => Promise<string>
  close?: () => void
}
