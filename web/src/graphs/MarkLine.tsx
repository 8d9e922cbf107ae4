import { deleteBookmark } from '@carewatch/contracts/http/bookmarks'
import { ActionIcon, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconDeviceWatch, IconFlag3Filled, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { attempt } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'
import { alarmText } from '../i18n/alarm-text.ts'
import { userAtom } from '../session/session.ts'
import { LinkText } from '../ui/controls/LinkText.tsx'
import { Moment } from '../ui/figures/Moment.tsx'
import { SeverityIcon, SeverityMark } from '../ui/alarms/SeverityMark.tsx'
import type { Mark } from '../vitals/marks.ts'
import styles from './MarkLine.module.css'

export function MarkIcon({ mark, size = 20 }: { mark: Mark; size?: number }) {
  if (mark.happening) return <SeverityIcon severity={mark.happening.severity} size={size} />
  const Icon = mark.change ? IconDeviceWatch : IconFlag3Filled
  return <Icon className={styles['flag']} size={size} aria-hidden />
}

function DeleteBookmark({ uuid, label }: { uuid: string; label: string }) {
  const intl = useIntl()
  const router = useRouter()
  const remove = async () => {
    const done = await attempt(async () => {
      await call(deleteBookmark, { params: { uuid } })
      return true
    })
    if (done) await router.invalidate()
  }
  const confirm = () =>
    modals.openConfirmModal({
      title: <FormattedMessage id="bookmark.delete" />,
      children: (
        <Text>
          <FormattedMessage id="bookmark.confirmDelete" values={{ label: <bdi key="label">{label}</bdi> }} />
        </Text>
      ),
      labels: {
        confirm: <FormattedMessage id="action.delete" />,
        cancel: <FormattedMessage id="action.cancel" />,
      },
      onConfirm: () => void remove(),
    })
  return (
    <ActionIcon aria-label={intl.formatMessage({ id: 'bookmark.deleteOne' }, { label })} onClick={confirm}>
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}

/** What a mark says. */
export function markText(intl: IntlShape, { happening, bookmark, change }: Mark): string {
  if (happening) return alarmText(intl, happening)
  if (bookmark) return bookmark.label
  return intl.formatMessage({ id: 'monitoring.wears' }, { name: change.name })
}

/** A family's own alerts hold it by what it is here; staff have it on their board. */
function OpenAlarm({ uuid }: { uuid: string }) {
  const user = useAtomValue(userAtom)
  if (user?.role !== 'OWNER' && user?.role !== 'RELATIVE') return null
  return (
    <LinkText to="/user/notifications" search={{ selected: uuid }} td="underline">
      <FormattedMessage id="monitoring.openAlarm" />
    </LinkText>
  )
}

/** One alarm, bookmark or change of watch in words. */
export function MarkLine({ mark, children }: { mark: Mark; children?: ReactNode }) {
  const intl = useIntl()
  const { happening, bookmark } = mark
  return (
    <>
      <MarkIcon mark={mark} />
      <div className={styles['what']}>
        <p>{bookmark ? <bdi>{bookmark.label}</bdi> : markText(intl, mark)}</p>
        <p className={styles['facts']}>
          {happening ? <SeverityMark severity={happening.severity} /> : null}
          <Moment at={mark.at} />
          {bookmark ? <bdi>{bookmark.by}</bdi> : null}
          {happening?.active ? (
            <span>
              <FormattedMessage id="notifications.stillOpen" />
            </span>
          ) : null}
          {happening ? <OpenAlarm uuid={happening.uuid} /> : null}
        </p>
      </div>
      {children}
      {bookmark?.mayDelete ? <DeleteBookmark uuid={bookmark.uuid} label={bookmark.label} /> : null}
    </>
  )
}
