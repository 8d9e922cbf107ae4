import { atom } from 'jotai'
import { store } from '../store.ts'

/** How many requests are under way: the progress bar shows while there is one. */
export const pendingAtom = atom(0)

export async function counted<Answer>(request: Promise<Answer>): Promise<Answer> {
  store.set(pendingAtom, (pending) => pending + 1)
  try {
    return await request
  } finally {
    store.set(pendingAtom, (pending) => pending - 1)
  }
}
