import { store } from '../store.ts'
import { keptAtom } from './kept.ts'

export const soundAtom = keptAtom('carewatch.notificationSound', ['on', 'off'], 'on')

export const fontSizeAtom = keptAtom('carewatch.fontSize', ['small', 'large'], 'small')

/** The whole interface is in rem, so one attribute on the root sizes all of it. */
export function followFontSize(): void {
  const show = () => {
    document.documentElement.dataset['fontSize'] = store.get(fontSizeAtom)
  }
  store.sub(fontSizeAtom, show)
  show()
}
