import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { languageAtom } from '../i18n/language.ts'
import { languageNames } from '../i18n/language-names.ts'

/** Few choose a language before they sign in: the dialog comes when somebody does. */
const LanguageDialog = lazy(async () => ({ default: (await import('./LanguageDialog.tsx')).LanguageDialog }))

export function LanguageButton() {
  const language = useAtomValue(languageAtom)
  const [opened, dialog] = useDisclosure()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLanguage size={20} aria-hidden />}
        onClick={() => {
          setIsAsked(true)
          dialog.open()
        }}
      >
        {languageNames[language]}
      </Button>
      {isAsked ? (
        <Suspense fallback={null}>
          <LanguageDialog opened={opened} onClose={dialog.close} />
        </Suspense>
      ) : null}
    </>
  )
}
