import { keptAtom, keptSetAtom } from '../preferences/kept.ts'

export const tipNames = [
  'graphs',
  'location',
  'limits',
  'telegram',
  'report',
  'alarms',
  'tasks',
  'devices',
] as const
export type TipName = (typeof tipNames)[number]

/** The card of tips: dismissed there, brought back by the user menu. */
export const tipsAtom = keptAtom('carewatch.tips', ['shown', 'dismissed'], 'shown')
export const triedTipsAtom = keptSetAtom('carewatch.triedTips', tipNames)
