import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/page/Notice.tsx'

/** Whoever may not change them reads them, and whom to ask. */
export function ReadOnly({ owner }: { owner: { name: string } | null }) {
  return (
    <Notice tone="caution" title={<FormattedMessage id="settings.readOnly" />}>
      <span>
        {owner ? (
          <FormattedMessage id="settings.askOwner" values={{ name: <bdi key="name">{owner.name}</bdi> }} />
        ) : (
          <FormattedMessage id="settings.askStaff" />
        )}
      </span>
    </Notice>
  )
}
