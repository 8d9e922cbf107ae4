import type { MadeInvitation } from '@carewatch/contracts/http/invitations'
import { changeOwner } from '@carewatch/contracts/http/device-changes'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { userDetail } from '@carewatch/contracts/http/users'
import { Button, Group, List, MultiSelect, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt, refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import type { Option } from '../../ui/form/fields.ts'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { InvitationMade } from '../../ui/people/InvitationMade.tsx'
import { findDevices } from '../../ui/people/lookups.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'
import { failureText } from '../../feedback/snack.ts'

const TYPING_PAUSE_MS = 250

type Failed = { uuid: string; why: string }

type Asked = { uuid: string; invitation: MadeInvitation }
type Given = { failed: readonly Failed[]; asked: readonly Asked[] }

/** Every device for itself: one that is refused does not keep the others. Of some the person is asked first. */
async function giveAll(devices: readonly string[], owner: string): Promise<Given> {
  const failed: Failed[] = []
  const asked: Asked[] = []
  for (const uuid of devices) {
    const refusal = await refusalOf(async () => {
      const { invitation } = await call(changeOwner, { body: { deviceUUID: uuid, owner } })
      if (invitation) asked.push({ uuid, invitation })
    })
    if (refusal) failed.push({ uuid, why: Object.values(refusal.fields)[0] ?? failureText(refusal) })
  }
  return { failed, asked }
}

function useDeviceOptions() {
  const [known, setKnown] = useState<ReadonlyMap<string, Option>>(new Map())
  const [found, setFound] = useState<readonly Option[]>([])
  const look = async (typed: string) => {
    const options = await attempt(() => findDevices(typed))
    if (!options) return
    setFound(options)
    setKnown((before) => new Map([...before, ...options.map((option) => [option.value, option] as const)]))
  }
  return {
    known,
    found,
    look,
    lookSoon: useDebouncedCallback((typed: string) => void look(typed), TYPING_PAUSE_MS),
  }
}

function Failures({ failed, known }: { failed: readonly Failed[]; known: ReadonlyMap<string, Option> }) {
  if (failed.length === 0) return null
  return (
    <Notice
      tone="critical"
      title={<FormattedMessage id="addDevicesToUser.failed" values={{ n: failed.length }} />}
    >
      <List>
        {failed.map(({ uuid, why }) => (
          <List.Item key={uuid}>
            <bdi>{known.get(uuid)?.label ?? uuid}</bdi>: {why}
          </List.Item>
        ))}
      </List>
    </Notice>
  )
}

/** The person says yes for each of these; where no mail is sent, each has its link. */
function AskedFor({ asked, known }: { asked: readonly Asked[]; known: ReadonlyMap<string, Option> }) {
  if (asked.length === 0) return null
  return (
    <Stack aria-live="polite">
      <Text fw={550}>
        <FormattedMessage id="addDevicesToUser.asked" values={{ n: asked.length }} />
      </Text>
      {asked.map(({ uuid, invitation }) => (
        <section key={uuid}>
          <Text>
            <bdi>{known.get(uuid)?.label ?? uuid}</bdi>
          </Text>
          <InvitationMade invitation={invitation} />
        </section>
      ))}
    </Stack>
  )
}

/** What is picked for this person, and what came of it. */
function useGiving(owner: string, close: () => void) {
  const [picked, setPicked] = useState<string[]>([])
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const given = await giveAll(picked, owner)
    setSending(false)
    setFailed(given.failed)
    // A link is shown this once: what was asked before stands beside what is tried again.
    const all = [...asked, ...given.asked]
    setAsked(all)
    setPicked(given.failed.map(({ uuid }) => uuid))
    if (given.failed.length > 0 || all.length > 0) return reloadScreens()
    close()
    showDone('done.saved')
  }
  return { picked, setPicked, failed, asked, isSending, send }
}

function AddDevicesToUser({ loaded: user, close }: { loaded: UserDetail; close: () => void }) {
  const intl = useIntl()
  const { known, found, look, lookSoon } = useDeviceOptions()
  const { picked, setPicked, failed, asked, isSending, send } = useGiving(user.uuid, close)
  useUnsaved(picked.length > 0 && !isSending)
  const isOver = asked.length > 0 && failed.length === 0
  const chosen = picked.flatMap((uuid) => known.get(uuid) ?? [])
  if (isOver)
    return (
      <Stack>
        <AskedFor asked={asked} known={known} />
        <Button onClick={close}>
          <FormattedMessage id="action.close" />
        </Button>
      </Stack>
    )
  const others = found.filter(({ value }) => !picked.includes(value))
  return (
    <Stack>
      <Text>
        <FormattedMessage id="addDevicesToUser.why" />
      </Text>
      <AskedFor asked={asked} known={known} />
      <Failures failed={failed} known={known} />
      <MultiSelect
        label={intl.formatMessage({ id: 'page.devices' })}
        data={[...chosen, ...others]}
        value={picked}
        onChange={setPicked}
        filter={({ options }) => options}
        onDropdownOpen={() => void look('')}
        onSearchChange={lookSoon}
        nothingFoundMessage={intl.formatMessage({ id: 'lookup.nothing' })}
        hidePickedOptions
        searchable
        clearable
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button loading={isSending} disabled={picked.length === 0} onClick={() => void send()}>
          <FormattedMessage id="addDevicesToUser.add" values={{ n: picked.length }} />
        </Button>
      </Group>
    </Stack>
  )
}

export const addDevicesToUser = dialog<{ uuid: string }, UserDetail>({
  title: 'addDevicesToUser.title',
  suffix: (_, { firstName, lastName }) => `${firstName} ${lastName}`,
  load: async ({ uuid }) => (await call(userDetail, { params: { uuid } })).user,
  Body: AddDevicesToUser,
})
