import { deviceChoices } from '@carewatch/contracts/http/device-changes'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { wornBy } from '../people/place-name.ts'

const PAUSE_MS = 200

export type Choice = {
  uuid: string
  name: string
  imei: string
  wearer: WearerSummary | null
  ownerName: string | null
}
type Options = { value: string | null; isPart: boolean }

/** What a picker offers: the known ones, or what the server found for the typed text; always with the chosen one, so that it keeps its name. */
export function useDeviceChoices(known: readonly Choice[], { value, isPart }: Options) {
  const [found, setFound] = useState<readonly Choice[] | null>(null)
  const [searching, setSearching] = useState(false)
  const [met, setMet] = useState<Choice | undefined>()
  const latest = useRef('')

  const ask = useDebouncedCallback(async (text: string) => {
    setSearching(true)
    const answer = await attempt(() => call(deviceChoices, { params: { key: text }, query: {} }))
    if (latest.current !== text) return
    setSearching(false)
    if (answer) setFound(answer.devices)
  }, PAUSE_MS)

  const offered = found ?? known
  const chosen =
    offered.find(({ uuid }) => uuid === value) ??
    known.find(({ uuid }) => uuid === value) ??
    (met?.uuid === value ? met : undefined)

  const setText = (typed: string) => {
    const text = typed.trim().slice(0, 100)
    latest.current = text
    if (!isPart) return
    if (chosen && met !== chosen) setMet(chosen)
    if (text && text !== (chosen && wornBy(chosen))) ask(text)
    else setFound(null)
  }
  const choices = chosen && !offered.includes(chosen) ? [...offered, chosen] : offered
  return { choices, searching, setText }
}
