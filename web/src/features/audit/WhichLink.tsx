import type { Trace } from '@carewatch/contracts/http/audit'
import { Uuid } from '@carewatch/contracts/wire'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/LinkText.tsx'

/** What a trace is about; a link where it has a page of its own. */
export function WhichLink({ trace: { entity, entityUuid } }: { trace: Trace }) {
  const text = <FormattedMessage id={`audit.entity.${entity}`} />
  const uuid = Uuid.safeParse(entityUuid).data
  if (!uuid) return text
  const params = { uuid }
  if (entity === 'device')
    return (
      <LinkText to="/user/device/$uuid" params={params}>
        {text}
      </LinkText>
    )
  if (entity === 'user')
    return (
      <LinkText to="/user/detail/$uuid" params={params}>
        {text}
      </LinkText>
    )
  if (entity === 'company')
    return (
      <LinkText to="/admin/company/$uuid" params={params}>
        {text}
      </LinkText>
    )
  if (entity === 'branch')
    return (
      <LinkText to="/admin/branch/$uuid" params={params}>
        {text}
      </LinkText>
    )
  return text
}
