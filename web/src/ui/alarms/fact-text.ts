import type { MessageId } from '../../i18n/messages.ts'

type Icon = 'door' | 'water' | 'smoke' | 'motion' | 'other'
type FactText = { id: MessageId | null; icon: Icon }

const YES = new Set(['open', 'press', 'double', 'triple', 'long'])

const isYes = (value: boolean | number | string): boolean =>
  value === true || value === 1 || (typeof value === 'string' && YES.has(value.toLowerCase()))

const pairs: Record<string, { icon: Icon; yes: MessageId; no: MessageId }> = {
  door: { icon: 'door', yes: 'rooms.doorOpen', no: 'rooms.doorClosed' },
  tamper: { icon: 'door', yes: 'rooms.tampered', no: 'rooms.notTampered' },
  water: { icon: 'water', yes: 'rooms.water', no: 'rooms.noWater' },
  smoke: { icon: 'smoke', yes: 'rooms.smoke', no: 'rooms.noSmoke' },
  motion: { icon: 'motion', yes: 'rooms.motion', no: 'rooms.noMotion' },
  button: { icon: 'other', yes: 'rooms.button', no: 'rooms.noButton' },
  button2: { icon: 'other', yes: 'rooms.button2', no: 'rooms.noButton' },
  button3: { icon: 'other', yes: 'rooms.button3', no: 'rooms.noButton' },
  button4: { icon: 'other', yes: 'rooms.button4', no: 'rooms.noButton' },
  button5: { icon: 'other', yes: 'rooms.button5', no: 'rooms.noButton' },
  button6: { icon: 'other', yes: 'rooms.button6', no: 'rooms.noButton' },
}

/** The text of what a sensor reported; a fact without a text is shown as it came. */
export function factText(fact: string, value: boolean | number | string): FactText {
  const pair = pairs[fact]
  if (!pair) return { id: null, icon: 'other' }
  return { id: isYes(value) ? pair.yes : pair.no, icon: pair.icon }
}

const LOW_PERCENT = 20

export const isLowBattery = (fact: string, value: boolean | number | string): boolean =>
  fact === 'battery' && typeof value === 'number' && value <= LOW_PERCENT

/** A full battery, light and shaking say nothing that a nurse looks for. */
export const isWorthALine = (fact: string, value: boolean | number | string): boolean =>
  isLowBattery(fact, value) || !['battery', 'light', 'vibration'].includes(fact)
