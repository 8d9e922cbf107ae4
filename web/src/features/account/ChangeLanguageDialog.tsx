import { dialog } from '../../dialogs/dialog.ts'
import { LanguageChoice } from '../../shell/LanguageChoice.tsx'

export const changeLanguage = dialog<Record<never, never>>({
  title: 'language.title',
  Body: ({ close }) => <LanguageChoice onChosen={close} />,
})
