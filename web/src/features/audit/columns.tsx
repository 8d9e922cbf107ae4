import type { Trace } from '@carewatch/contracts/http/audit'
import type { IntlShape } from 'react-intl'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import type { Column } from '../../ui/list/column.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { detailText } from './detail-text.ts'
import { WhichLink } from './WhichLink.tsx'

function Who({ trace: { user } }: { trace: Trace }) {
  if (!user) return <FormattedMessage id="audit.nobody" />
  return (
    <LinkText to="/user/detail/$uuid" params={{ uuid: user.uuid }}>
      <bdi>{user.name}</bdi>
    </LinkText>
  )
}

function whatText(intl: IntlShape, { entity, about }: Pick<Trace, 'entity' | 'about'>): string {
  const what = intl.formatMessage({ id: `audit.entity.${entity}` })
  return about ? intl.formatMessage({ id: 'audit.named' }, { what, name: about.name }) : what
}

/** Who did what to which row, in one sentence, and when from where. */
export const columnsIn = (intl: IntlShape): readonly Column<Trace>[] => [
  {
    id: 'what',
    title: 'audit.what',
    text: ({ user, action, entity, about }) =>
      intl.formatMessage(
        { id: `audit.did.${action}` },
        {
          who: user?.name ?? intl.formatMessage({ id: 'audit.nobody' }),
          what: whatText(intl, { entity, about }),
        },
      ),
    show: (trace) => (
      <FormattedMessage
        id={`audit.did.${trace.action}`}
        values={{ who: <Who key="who" trace={trace} />, what: <WhichLink key="what" trace={trace} /> }}
      />
    ),
  },
  {
    id: 'at',
    title: 'audit.when',
    text: ({ at }) => at.toISOString(),
    show: ({ at }) => <Moment at={at} />,
  },
  {
    id: 'detail',
    title: 'audit.detail',
    text: ({ detail }) => detailText(detail),
    show: ({ detail }) => <Ltr>{detailText(detail) || '—'}</Ltr>,
  },
  {
    id: 'address',
    title: 'audit.address',
    text: ({ address }) => address,
    show: ({ address }) => <Ltr>{address ?? '—'}</Ltr>,
  },
  {
    id: 'entityUuid',
    title: 'audit.row',
    text: ({ entityUuid }) => entityUuid,
    show: ({ entityUuid }) => <Ltr>{entityUuid ?? '—'}</Ltr>,
    isExtra: true,
  },
]
