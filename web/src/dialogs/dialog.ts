import { createElement, type ComponentType, type ReactNode } from 'react'
import type { MessageId } from '../i18n/messages.ts'

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl'
export type BodyProps<Props, Loaded> = { props: Props; loaded: Loaded; close: () => void }

type Definition<Props, Loaded> = {
  title: MessageId
  /** After the title and a separator: whom or what it is about. */
  suffix?: (props: Props, loaded: Loaded) => string | null | undefined
  /** What it cannot be shown without; a failure or `null` closes it. */
  load?: (props: Props) => Promise<Loaded | null>
  size?: DialogSize
  Body: ComponentType<BodyProps<Props, Loaded>>
}

export type Ready = { suffix: string | null; show: (close: () => void) => ReactNode }
export type Dialog<Props> = {
  title: MessageId
  size: DialogSize
  prepare: (props: Props) => Promise<Ready | null>
}

/** Defines a dialog in the file of its feature; it is opened by its name (dialogs/names.ts). */
export const dialog = <Props, Loaded = undefined>({
  title,
  suffix,
  load,
  size = 'md',
  Body,
}: Definition<Props, Loaded>): Dialog<Props> => ({
  title,
  size,
  prepare: async (props) => {
    // Safe: a dialog that loads nothing has nothing loaded.
    const loaded = load ? await load(props) : (undefined as Loaded)
    if (loaded === null) return null
    return {
      suffix: suffix?.(props, loaded) ?? null,
      show: (close) => createElement(Body, { props, loaded, close }),
    }
  },
})
