import { atom } from 'jotai'

/** A board that fills the screen needs the room of the menu; all that warns stays. */
export const isBareAtom = atom(false)
