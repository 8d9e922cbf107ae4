import type { Trace } from '@carewatch/contracts/http/audit'
import { Uuid } from '@carewatch/contracts/wire'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'

const pages = {
  device: '/user/device/$uuid',
  user: '/user/detail/$uuid',
  wearer: '/people/$uuid',
  company: '/admin/company/$uuid',
  branch: '/admin/branch/$uuid',
} as const

const hasPage = (entity: string): entity is keyof typeof pages => Object.hasOwn(pages, entity)

/** What a trace is about and what it is called; a link where it has a page that the viewer may open. */
export function WhichLink({ trace: { entity, entityUuid, about } }: { trace: Trace }) {
  const what = <FormattedMessage id={`audit.entity.${entity}`} />
  const text = about ? (
    <FormattedMessage id="audit.named" values={{ what, name: <bdi key="name">{about.name}</bdi> }} />
  ) : (
    what
  )
  const uuid = Uuid.safeParse(entityUuid).data
  if (!uuid || !about?.mayOpen || !hasPage(entity)) return text
  return (
    <LinkText to={pages[entity]} params={{ uuid }}>
      {text}
    </LinkText>
  )
}
