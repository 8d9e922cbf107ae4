import type { View } from '../view.ts'
import { roomViews } from './rooms.ts'
import { watchViews } from './watches.ts'

/** One line a format of the case files. */
export const views: Record<string, View> = { ...roomViews, ...watchViews }
