import { isRightToLeft } from '@carewatch/contracts/languages'
import { DirectionProvider, useDirection } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { RawIntlProvider } from 'react-intl'
import { intlAtom } from './intl.ts'
import { languageAtom } from './language.ts'

function Direction({ children }: { children: ReactNode }) {
  const { setDirection } = useDirection()
  const intl = useAtomValue(intlAtom)
  const language = useAtomValue(languageAtom)
  useEffect(() => setDirection(isRightToLeft(language) ? 'rtl' : 'ltr'), [intl, language, setDirection])
  return children
}

/** Texts, formats and direction of the chosen language for everything inside. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const intl = useAtomValue(intlAtom)
  if (!intl) return null
  return (
    <RawIntlProvider value={intl}>
      <DirectionProvider
        initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
        detectDirection={false}
      >
        <Direction>{children}</Direction>
      </DirectionProvider>
    </RawIntlProvider>
  )
}
