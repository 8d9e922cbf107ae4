import { rejectReasons } from '@carewatch/contracts/rejections'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { turned } from '../../ui/list/search.ts'
import { reasonText } from './Kind.tsx'
import type { UnreadSearch } from './search.ts'

type Props = {
  search: UnreadSearch
  models: readonly string[]
  onSearch: (search: UnreadSearch) => void
}

const DAY = '1'
const WEEK = '7'

export function UnreadFilters({ search, models, onSearch }: Props) {
  const intl = useIntl()
  const change = (filters: Partial<UnreadSearch>) => onSearch(turned(search, filters))
  const label = (id: 'unread.anyModel' | 'unread.anyReason') => {
    const text = intl.formatMessage({ id })
    return { 'aria-label': text, placeholder: text }
  }
  const known =
    search.model === undefined || models.includes(search.model) ? models : [...models, search.model]
  return (
    <>
      <SegmentedControl
        aria-label={intl.formatMessage({ id: 'unread.period' })}
        data={[
          { value: WEEK, label: intl.formatMessage({ id: 'unread.week' }) },
          { value: DAY, label: intl.formatMessage({ id: 'unread.day' }) },
        ]}
        value={search.days === 1 ? DAY : WEEK}
        onChange={(days) => change({ days: days === DAY ? 1 : undefined })}
      />
      <Select
        {...label('unread.anyModel')}
        data={[...known]}
        value={search.model ?? null}
        onChange={(model) => change({ model: model ?? undefined })}
        clearable
        searchable
        w="13rem"
      />
      <Select
        {...label('unread.anyReason')}
        data={rejectReasons.map((reason) => ({
          value: reason,
          label: reasonText(intl, { reason, format: '…', code: null }),
        }))}
        value={search.reason ?? null}
        onChange={(reason) => change({ reason: rejectReasons.find((each) => each === reason) })}
        clearable
        w="16rem"
      />
      {search.device ? (
        <Button
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          onClick={() => change({ device: undefined })}
        >
          <FormattedMessage id="unread.allDevices" />
        </Button>
      ) : null}
    </>
  )
}
