import { type ComponentType, createElement, type ReactNode } from 'react'
import { type Later, useLater } from './later.ts'

type Props<Of extends object> = {
  code: Later<ComponentType<Of>>
  props: Of
  /** In its place until it is here. */
  before?: ReactNode
  isNeededNow?: boolean
}

/** Fetched when the first screen stands, or as soon as it is needed. */
export function DrawnLater<Of extends object>({ code, props, before, isNeededNow }: Props<Of>) {
  const here = useLater(code, isNeededNow)
  return here ? createElement(here, props) : before
}
