import { search as searchCall, type Suggestion } from '@carewatch/contracts/http/search'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { refusalOf } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'

const TYPING_PAUSE_MS = 200

type State = { of: string; suggestions: readonly Suggestion[]; isFailed: boolean }
type Answered = (suggestions: readonly Suggestion[]) => void
const nothing: State = { of: '', suggestions: [], isFailed: false }

/** What the server finds while one types; an answer to what is no longer typed is dropped. */
export function useFound() {
  const [text, setText] = useState('')
  const [state, setState] = useState(nothing)
  const wanted = useRef('')
  const awaiting = useRef<Answered | null>(null)

  const ask = async (q: string) => {
    if (q === '') return setState(nothing)
    let suggestions: readonly Suggestion[] = []
    const refusal = await refusalOf(async () => {
      suggestions = (await call(searchCall, { query: { q } })).suggestions
    })
    if (wanted.current !== q) return
    setState({ of: q, suggestions, isFailed: refusal !== null })
    const then = awaiting.current
    awaiting.current = null
    then?.(suggestions)
  }
  const askSoon = useDebouncedCallback((q: string) => void ask(q), TYPING_PAUSE_MS)
  const type = (typed: string) => {
    setText(typed)
    wanted.current = typed.trim()
    awaiting.current = null
    askSoon(wanted.current)
  }
  const isSettled = state.of === text.trim()
  // What was found for a shorter text stands until the answer to the longer one comes.
  const { suggestions } = text.trim() === '' ? nothing : state
  /** What is done once with the answer to what stands there now; null: no longer. Whoever types on means something else. */
  const onceAnswered = (then: Answered | null) => void (awaiting.current = then)
  return { text, type, suggestions, isSettled, isFailed: state.isFailed, onceAnswered }
}
