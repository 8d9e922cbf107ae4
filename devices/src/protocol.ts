import type { KnownProfile, ProfileName } from '@carewatch/contracts/profiles'
import type { CommandKind } from '@carewatch/contracts/commands'
import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import type { Decoded } from './codec.ts'

/** Where the first whole frame of what was received lies; what stands before it is noise. */
export type Cut = { start: number; end: number } | 'more' | 'broken'

export type FrameContext = {
  /** Milliseconds since 1970, by our clock. */
  receivedAt: number
  /** How far the wearer's clock is ahead of UTC, in minutes: some watches set theirs by our answer. */
  utcOffsetMinutes: number
  /** Which model of its make it is taken for. */
  profile?: KnownProfile | null
}

/** One frame, read. */
export type FrameRead = {
  decoded: Decoded
  /** Who it says it is: an IMEI, or the part of one that its protocol sends. Not every frame says. */
  identity?: string
  /** How it wishes to be addressed (its vendor's letters, its short name), where frames to it repeat that. */
  address?: string
  /** What it waits for: sent when what it said is committed. */
  replies: readonly Uint8Array[]
  /** What it was told and took, or did not: the keys of `Down`. */
  answers: readonly { key: string; isTaken: boolean }[]
  /** Only these models of its make send such a thing, the likeliest first. */
  hints?: readonly ProfileName[]
}

/** To whom and as the how-manieth something is told. */
export type Addressed = {
  imei: string
  address: string
  serial: number
  now: number
  utcOffsetMinutes: number
  /** Which model of its make it is taken for. */
  profile?: KnownProfile | null
}

/** Something told to a watch. */
export type Down = {
  bytes: Uint8Array
  /** By what its answer will be known; none: this model does not answer, so sent is all we know. */
  key?: string
  /** It goes beside a command: that it was taken says nothing of the command. */
  isBeside?: true
}
export type SettingsDown = Down & { settings: readonly SettingName[] }

/** A protocol that watches speak over a plain socket. Pure: the door keeps what state there is. Nothing here throws. */
export type Protocol = {
  /** Whether a connection that begins so speaks it; undefined: more bytes are needed to say. */
  matches: (beginning: Uint8Array) => boolean | undefined
  /** Finds the next frame; asked again with more bytes after `more`. */
  cut: (received: Uint8Array) => Cut
  read: (frame: Uint8Array, context: FrameContext) => FrameRead
  /** What kind of message a frame is, in its protocol's own word; undefined where it is no message, or its protocol has one kind only. */
  opcodeOf: (frame: Uint8Array) => string | undefined
  /** Every setting it can take, each frame with the settings it carries. */
  encodeSettings: (settings: WatchSettings, to: Addressed) => SettingsDown[]
  /** What must be sent for it, in this order; nothing: it cannot be told that. By its settings it goes back to what it did before a panic. */
  encodeCommand: (kind: CommandKind, to: Addressed, settings: WatchSettings) => Down[]
  /** A short text for its screen, where it shows one. */
  encodeText?: (text: string, to: Addressed) => Down
}

export const nothingEncoded = {
  encodeSettings: () => [],
  encodeCommand: () => [],
} as const satisfies Pick<Protocol, 'encodeSettings' | 'encodeCommand'>
