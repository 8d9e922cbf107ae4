import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/messages.ts'

export type Option = { value: string; label: string; hint?: string }

type Named = {
  name: string
  label: MessageId
  hint?: MessageId
  required?: boolean
  /** Half a line on a wide screen. */
  half?: boolean
  disabled?: boolean
}

/** The kinds of form fields (specification, point 5) as values. */
export type Field =
  | (Named & {
      kind: 'text'
      autoComplete?: string
      type?: 'text' | 'email' | 'url'
      maxLength?: number
      /** Figures, addresses and codes keep their direction in Hebrew. */
      ltr?: boolean
      digits?: boolean
    })
  /** `ltr`: what is written for programs keeps its direction in Hebrew. */
  | (Named & { kind: 'longText'; maxLength?: number; ltr?: boolean })
  | (Named & { kind: 'password'; isNew?: boolean })
  | (Named & {
      kind: 'number'
      min?: number
      max?: number
      step?: number
      unit?: ReactNode
      placeholder?: string
    })
  | (Named & { kind: 'checkbox' })
  | (Named & { kind: 'date'; firstShown?: string; max?: string })
  | (Named & { kind: 'time' })
  | (Named & { kind: 'select'; options: readonly Option[]; clearable?: boolean })
  | (Named & { kind: 'multiSelect'; options: readonly Option[] })
  /** Words of one's own. */
  | (Named & { kind: 'tags'; maxTags?: number })
  /** Choices that are found on the server while one types; `known` is the label of what is chosen already. */
  | (Named & {
      kind: 'lookup'
      find: (typed: string) => Promise<readonly Option[]>
      known?: Option | undefined
    })
  /** `country` is the name of the field that holds the country's two letters, where the call has one. */
  | (Named & { kind: 'phone'; country?: string })
  | { kind: 'group'; name: string; legend: MessageId; fields: readonly Field[] }
