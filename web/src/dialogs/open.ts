import { atom } from 'jotai'
import { store } from '../store.ts'
import { rememberFocus } from './focus.ts'
import type { DialogName, DialogProps } from './names.ts'

export type Opened = { [Name in DialogName]: { name: Name; props: DialogProps[Name] } }[DialogName]

/** The one dialog that is open; null: none is. */
export const openedDialog = atom<Opened | null>(null)

/** For whoever counts what people use: a name and nothing of what stands in the dialog. */
function report(name: DialogName, action: 'open' | 'close'): void {
  dispatchEvent(new CustomEvent('carewatch:dialog', { detail: { name, action } }))
}

export function openDialog<Name extends DialogName>(
  name: Name,
  ...[props]: keyof DialogProps[Name] extends never ? [] : [props: DialogProps[Name]]
): void {
  if (!store.get(openedDialog)) rememberFocus()
  // Safe: the name and its own props; a dialog without props is given none.
  store.set(openedDialog, { name, props: props ?? {} } as Opened)
  report(name, 'open')
}

/** Once more what did not load; not in the place of another that was opened since. */
export function reopenDialog(opened: Opened): void {
  const now = store.get(openedDialog)
  if (now && now !== opened) return
  if (!now) rememberFocus()
  store.set(openedDialog, { ...opened })
  report(opened.name, 'open')
}

/** Also when somebody signs in or out: the next person starts with none. */
export function closeDialog(): void {
  const opened = store.get(openedDialog)
  if (!opened) return
  store.set(openedDialog, null)
  report(opened.name, 'close')
}
