import { type ReactNode, useMemo } from 'react'
import { createIntl, RawIntlProvider, useIntl } from 'react-intl'
import { viewerZone } from './zone.ts'

/** Times in it are shown by the clocks of that zone; without one, by the viewer's. */
export function ZoneOf({ zone, children }: { zone: string | null; children: ReactNode }) {
  const intl = useIntl()
  const { locale, messages } = intl
  const there = useMemo(
    () => (zone === null || zone === intl.timeZone ? intl : createIntl({ locale, messages, timeZone: zone })),
    [intl, locale, messages, zone],
  )
  return <RawIntlProvider value={there}>{children}</RawIntlProvider>
}

export const useZone = (): string => useIntl().timeZone ?? viewerZone()
