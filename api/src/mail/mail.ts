import { intlLocale, type Language } from '@carewatch/contracts/languages'
import { INVITATION_DAYS } from '@carewatch/contracts/invitations'
import { type Letter, layOut } from '@carewatch/contracts/messages/letter'
import type { Log } from '../log.ts'
import { type FiguresToSend, figuresLetter } from './figures-letter.ts'
import { compose } from './letters.ts'
import { createPost } from './post.ts'

/** Whom a letter is for, and in which language they read. */
export type Addressee = {
  uuid: string
  email: string
  firstName: string
  lastName: string
  selectedLanguage: Language
}
type Named = Addressee & { userName: string }
type To = { email: string; uuid: string | null; language: Language; name: string | null }

export const PASSWORD_HOURS = 24
export const LINK_MINUTES = 30

type Settings = { SMTP_URL?: string | undefined; MAIL_FROM: string; PUBLIC_URL: string }

const readerOf = ({ uuid, email, firstName, lastName, selectedLanguage }: Addressee): To => ({
  email,
  uuid,
  language: selectedLanguage,
  name: `${firstName} ${lastName}`.trim(),
})

type Send = (to: To, kind: string, letter: Letter) => void

/** Letters to a mailbox of which nobody knows yet whose it is. */
function addressLetters(send: Send, base: string) {
  const invitationLink = (token: string) => ({ link: `${base}/auth/invitation#${token}` })
  return {
    /** Where an invitation is read and answered. */
    invitationLink: (token: string): string => invitationLink(token).link,
    /** To somebody of whom nobody may learn whether they have an account. */
    sendInvitation(
      to: { email: string; uuid: string | null; language: Language },
      asker: string,
      token: string,
    ): void {
      const reader = { ...to, name: null }
      const more = [invitationLink(token)]
      const values = { asker, days: INVITATION_DAYS }
      send(reader, 'invitation', compose(reader, 'invitation', { values, more }))
    },
    /** To the mailbox that somebody wants their letters in from now on: opened, it is theirs. */
    sendNewEmail(person: Addressee, token: string): void {
      const to = readerOf(person)
      const more = [{ link: `${base}/auth/newEmail#${token}` }]
      send(to, 'newEmail', compose(to, 'newEmail', { values: { minutes: LINK_MINUTES }, more }))
    },
    sendPasskeyChanged(person: Addressee, kind: 'passkeyAdded' | 'passkeyRemoved', passkey: string): void {
      const to = readerOf(person)
      send(to, kind, compose(to, kind, { values: { passkey } }))
    },
    /** To the mailbox they had before. */
    sendEmailChanged(person: Addressee): void {
      const to = readerOf(person)
      send(to, 'emailChanged', compose(to, 'emailChanged'))
    },
  }
}

/** Letters to those who run a place. */
const placeLetters = (send: Send, base: string) => ({
  /** To who manages a company: a partner's program is told nothing any more. */
  sendWebhookPaused(person: Addressee, { host, isGone }: { host: string; isGone: boolean }): void {
    const to = readerOf(person)
    const text = isGone ? 'mail.webhookGone.text' : 'mail.webhookPaused.text'
    const more = [{ link: `${base}/admin/webhooks` }]
    send(to, 'webhookPaused', compose(to, 'webhookPaused', { values: { host }, text, more }))
  },
  /** To who manages a company: it, or a branch of it, is a customer no longer. */
  sendPlaceInactive(
    person: Addressee & { timeZone: string },
    { name: place, heardUntil }: { name: string; heardUntil: Date },
  ): void {
    const to = readerOf(person)
    const { timeZone } = person
    const until = new Intl.DateTimeFormat(intlLocale(to.language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    })
    const values = { place, until: until.format(heardUntil) }
    send(to, 'placeInactive', compose(to, 'placeInactive', { values }))
  },
})

/** What somebody has sent to themselves again and again. */
const regularLetters = (post: ReturnType<typeof createPost> | undefined, base: string) => ({
  /** Answers whether the mail server took it. */
  async sendFigures(person: Addressee, { id, ...sent }: FiguresToSend & { id: string }): Promise<boolean> {
    const to = readerOf(person)
    const { from, to: until } = sent.figures
    const asked = new URLSearchParams({ from: from.toISOString(), to: until.toISOString() })
    const link = `${base}/admin/alarm-figures?${asked.toString()}`
    const { subject, paragraphs } = figuresLetter(to, sent, link)
    const laidOut = layOut({ paragraphs }, to.language)
    const messageId = `<${id}@${new URL(base).hostname}>`
    const letter = { to: to.email, uuid: to.uuid, kind: 'figures', subject, ...laidOut, messageId }
    return (await post?.sendNow(letter)) ?? false
  },
})

/** Every letter this product writes. Nothing is awaited: whether a letter goes out must not show in an answer or its time. */
export function createMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings, log: Log) {
  const post = SMTP_URL === undefined ? undefined : createPost({ url: SMTP_URL, from: MAIL_FROM }, log)
  if (!post) log.info('mail is not configured: nothing will be mailed')

  const base = PUBLIC_URL.replace(/\/$/, '')
  // In the fragment, which no server and no referrer is told.
  const passwordLink = (token: string) => ({ link: `${base}/auth/resetPassword#${token}` })

  function send(to: To, kind: string, { subject, paragraphs }: Letter): void {
    const laidOut = layOut({ paragraphs }, to.language)
    post?.send({ to: to.email, uuid: to.uuid, kind, subject, ...laidOut })
  }

  return {
    isConfigured: post !== undefined,
    sendRecovery(person: Addressee, token: string): void {
      const to = readerOf(person)
      const more = [passwordLink(token)]
      send(to, 'recovery', compose(to, 'recovery', { values: { minutes: LINK_MINUTES }, more }))
    },
    sendPasswordChanged(person: Addressee): void {
      const to = readerOf(person)
      send(to, 'passwordChanged', compose(to, 'passwordChanged'))
    },
    /** `password`: null where somebody chose it and hands it over themselves. */
    sendFirstPassword(person: Named, kind: 'account' | 'passwordSet', password: string | null): void {
      const to = readerOf(person)
      const values = { userName: person.userName, hours: PASSWORD_HOURS }
      const page = { link: `${base}/auth/login` }
      const letter =
        password === null
          ? compose(to, kind, { values, text: 'mail.accountChosen.text', more: [page] })
          : compose(to, kind, { values, more: [{ typed: password }, page] })
      send(to, kind, letter)
    },
    sendRegistered(person: Named, token: string): void {
      const to = readerOf(person)
      const values = { userName: person.userName, minutes: LINK_MINUTES }
      send(to, 'register', compose(to, 'register', { values, more: [passwordLink(token)] }))
    },
    sendAccountExists(person: Named): void {
      const to = readerOf(person)
      const more = [{ link: `${base}/auth/forgotPassword` }]
      send(to, 'accountExists', compose(to, 'accountExists', { values: { userName: person.userName }, more }))
    },
    /** To somebody who need not have an account; `path` stands under our own address, whatever a caller says. */
    sendOnboardingLink(to: { email: string; language: Language }, device: string, path: `/${string}`): void {
      const reader = { ...to, uuid: null, name: null }
      const more = [{ link: `${base}${path}` }]
      send(reader, 'onboarding', compose(reader, 'onboarding', { values: { device }, more }))
    },
    ...addressLetters(send, base),
    ...placeLetters(send, base),
    ...regularLetters(post, base),
    /** To who runs the portal: it may be blind or mute. */
    sendTrouble(person: Addressee, what: string): void {
      const to = readerOf(person)
      send(to, 'trouble', compose(to, 'trouble', { values: { what }, more: [{ link: `${base}/` }] }))
    },
    close: async (): Promise<void> => post?.close(),
  }
}
export type Mail = ReturnType<typeof createMail>
