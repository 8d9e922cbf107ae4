import { atom } from 'jotai'
import { useEffect, useId } from 'react'
import { store } from '../../store.ts'

const dirtyForms = atom<ReadonlySet<string>>(new Set<string>())

/** Is there anything on the screen that closing or leaving would lose? */
export const hasUnsaved = (): boolean => store.get(dirtyForms).size > 0

const mark = (id: string, isDirty: boolean): void => {
  const forms = new Set(store.get(dirtyForms))
  if (isDirty) forms.add(id)
  else forms.delete(id)
  store.set(dirtyForms, forms)
}

/** Says of a form whether it holds what nobody has saved yet. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId()
  useEffect(() => {
    mark(id, isDirty)
    return () => mark(id, false)
  }, [id, isDirty])
}
