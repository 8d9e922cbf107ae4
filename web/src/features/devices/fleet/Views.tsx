import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { DevicesSearch, DeviceTab } from '../search.ts'
import { useViews, type View } from './kept-views.ts'

type Props = { tab: DeviceTab; search: DevicesSearch; onOpen: (view: View) => void }

const NAME_MAX = 60

function KeptView({ view, onOpen, onRemove }: { view: View; onOpen: () => void; onRemove: () => void }) {
  const intl = useIntl()
  return (
    <Group wrap="nowrap" gap="xs">
      <Button variant="subtle" justify="flex-start" flex={1} miw={0} onClick={onOpen}>
        <bdi>{view.name}</bdi>
      </Button>
      <ActionIcon
        variant="subtle"
        aria-label={intl.formatMessage({ id: 'fleet.deleteView' }, { name: view.name })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function NewView({ onKeep }: { onKeep: (name: string) => void }) {
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onKeep(name.trim())
  }
  return (
    <form onSubmit={save}>
      <Stack gap="xs">
        <TextInput
          label={<FormattedMessage id="fleet.viewName" />}
          value={name}
          maxLength={NAME_MAX}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''}>
          <FormattedMessage id="fleet.saveView" />
        </Button>
      </Stack>
    </form>
  )
}

/** Lists that somebody comes back to, by their names. */
export function Views({ tab, search, onOpen }: Props) {
  const intl = useIntl()
  const { views, keep, remove } = useViews()
  const [isOpen, setOpen] = useState(false)
  const save = (name: string) => {
    keep({ name, tab, search: { ...search, page: undefined } })
    setOpen(false)
  }
  const label = intl.formatMessage({ id: 'fleet.views' })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="lg" width={320} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={18} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">
          {views.length === 0 ? (
            <Text size="sm">
              <FormattedMessage id="fleet.noViews" />
            </Text>
          ) : null}
          {views.map((view) => (
            <KeptView
              key={view.name}
              view={view}
              onRemove={() => remove(view.name)}
              onOpen={() => {
                setOpen(false)
                onOpen(view)
              }}
            />
          ))}
          <NewView onKeep={save} />
          <Text size="sm" c="dimmed">
            <FormattedMessage id="fleet.viewsHere" />
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
