import type { Language } from '@carewatch/contracts/languages'
import type { Letter, Paragraph } from '@carewatch/contracts/messages/letter'
import { write } from '@carewatch/contracts/messages/write'

type Kind =
  | 'recovery'
  | 'passwordChanged'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'account'
  | 'passwordSet'
  | 'register'
  | 'accountExists'
  | 'onboarding'
  | 'invitation'
  | 'newEmail'
  | 'emailChanged'
  | 'trouble'
  | 'placeInactive'
  | 'webhookPaused'
  | 'figures'
type Values = Readonly<Record<string, string | number>>
export type Reader = { language: Language; name: string | null }

/** Each letter by its kind; `text` where the words differ and the subject does not. */
export function compose(
  { language, name }: Reader,
  kind: Kind,
  {
    values = {},
    text = `mail.${kind}.text`,
    more = [],
  }: {
    values?: Values
    text?: `mail.${string}.text`
    more?: readonly Paragraph[]
  } = {},
): Letter {
  const textOf = (id: string, given: Values = {}) => write(language, id, given) ?? ''
  const greeting = name === null ? textOf('mail.stranger') : textOf('mail.greeting', { name })
  return {
    subject: textOf(`mail.${kind}.subject`, values),
    paragraphs: [{ prose: greeting }, { prose: textOf(text, values) }, ...more],
  }
}
