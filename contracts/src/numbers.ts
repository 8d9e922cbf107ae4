/** The numbers of the specification (point 9), one name each. */
export const SNACKBAR_MS = 5_000
export const REQUEST_TIMEOUT_MS = 60_000
export const NOTIFICATION_LOOK_BACK_MS = 5 * 86_400_000
export const POPOVER_ITEMS = 8
export const ALARM_PLAYS = 3
export const SOUND_PAUSE_MS = 1_000
export const DIALOG_AUTO_CLOSE_MS = 3_000
export const PASSWORD_MIN = 4
export const PASSWORD_MAX = 128
export const DEVICE_NAME_MAX = 32
export const SIDE_NAV_WIDTH = 256
export const PAGE_SIZE = 25
export const PAGE_SIZE_MAX = 200

/** The graph ranges, in hours. */
export const graphRanges = {
  '12h': 12,
  '1d': 24,
  '3d': 72,
  '1w': 168,
  '2w': 336,
  '4w': 672,
  '8w': 1344,
} as const
export type GraphRange = keyof typeof graphRanges
