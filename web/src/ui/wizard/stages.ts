import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/messages.ts'

export type Stage = {
  id: string
  title: MessageId
  /** Only these are shown and walked through. */
  isVisible: boolean
  /** May be passed over without an answer. */
  canSkip?: boolean
  /** Something in it is wrong: its tab says so. */
  isWrong?: boolean
  /** Before going on: answers whether one may. */
  leave?: () => boolean | Promise<boolean>
  show: () => ReactNode
}

export const visible = (stages: readonly Stage[]): Stage[] => stages.filter(({ isVisible }) => isVisible)

/** The stage one stands at, and its neighbours among the visible. */
export function around(stages: readonly Stage[], id: string) {
  const shown = visible(stages)
  const index = Math.max(
    0,
    shown.findIndex((stage) => stage.id === id),
  )
  return { shown, index, stage: shown[index], previous: shown[index - 1], next: shown[index + 1] }
}
