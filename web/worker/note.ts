type Note = {
  title: string
  body?: string
  tag?: string
  lang?: string
  dir: 'auto' | 'ltr' | 'rtl'
  icon: string
  badge: string
  renotify?: boolean
  requireInteraction: boolean
  data: { path: string; delivery?: string }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const parsed = (sent: string | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(sent ?? '{}')
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A path of ours and of nobody else's. */
const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'

/** What is shown of a push message: `{ title, body, tag, path, lang, isUrgent, delivery }`; something readable whatever came. */
export function noteOf(sent: string | undefined): Note {
  const { title, body, tag, path, lang, isUrgent, delivery } = parsed(sent)
  const message = text(delivery)
  const texts = { body: text(body), tag: text(tag), lang: text(lang) }
  return {
    title: text(title) ?? 'Carewatch',
    ...(texts.body && { body: texts.body }),
    ...(texts.tag && { tag: texts.tag, renotify: true }),
    ...(texts.lang && { lang: texts.lang }),
    dir: 'auto',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    requireInteraction: isUrgent === true,
    data: { path: ownPath(path), ...(message && { delivery: message }) },
  }
}
