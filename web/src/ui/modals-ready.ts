import { atom } from 'jotai'
import { store } from '../store.ts'

const { promise, resolve } = Promise.withResolvers<void>()

/** Somebody is asked something that nobody can draw yet. */
export const isQuestionOpenAtom = atom(false)

/** Before that nobody would draw a question that is asked. */
export async function modalsReady(): Promise<void> {
  store.set(isQuestionOpenAtom, true)
  await promise
  store.set(isQuestionOpenAtom, false)
}

export const modalsAreReady = (): void => resolve()
