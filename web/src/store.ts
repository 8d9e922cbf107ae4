import { createStore } from 'jotai'

/** The one store: React reads it through its provider, the socket and `call` write to it directly. */
export const store = createStore()
