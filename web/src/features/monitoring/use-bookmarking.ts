import { addBookmark } from '@carewatch/contracts/http/bookmarks'
import type { MetricName } from '@carewatch/contracts/metrics'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { failureText, snack } from '../../feedback/snack.ts'

/** Setting a bookmark: first what happened, then where. `label` is null while nobody sets one. */
export function useBookmarking(imei: string, choices: readonly string[]) {
  const intl = useIntl()
  const router = useRouter()
  const [label, setLabel] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const opener = useRef<Element | null>(null)

  const end = useCallback(() => {
    const isInForm = document.activeElement?.closest('form')
    if (isInForm && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    setLabel(null)
  }, [])

  const set = useCallback(
    async (time: Date, metric: MetricName | null) => {
      const text = label?.trim() ?? ''
      if (!text) return setError(intl.formatMessage({ id: 'bookmark.missing' }))
      const body = { deviceIMEI: imei, time, label: text, ...(metric && { metric }) }
      const failure = await refusalOf(() => call(addBookmark, { body }))
      if (failure) return setError(failure.fields['label'] ?? failureText(failure))
      end()
      snack('success', 200, intl.formatMessage({ id: 'bookmark.added' }))
      await router.invalidate()
    },
    [imei, intl, label, router, end],
  )
  const place = useCallback((time: Date, metric: MetricName | null): void => void set(time, metric), [set])
  return {
    label,
    error,
    place,
    setText: (text: string) => {
      setError(null)
      setLabel(text)
    },
    start: () => {
      opener.current = document.activeElement
      setError(null)
      setLabel(choices[0] ?? '')
    },
    stop: end,
  }
}
export type Bookmarking = ReturnType<typeof useBookmarking>
