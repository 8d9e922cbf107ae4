import type { Reply } from '@carewatch/contracts/http/endpoint'
import { addRelative as add, type Relative, updateRelation } from '@carewatch/contracts/http/relatives'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { showDone } from '../../ui/page/done.ts'
import { changesOf } from '../../ui/form/changes.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { PersonKeyField } from '../../ui/form/PersonKeyField.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { Invited } from '../../ui/people/Invited.tsx'
import { initialOf, knownBody, newBody } from './body.ts'
import { HowToAdd, RelativeFields } from './RelativeFields.tsx'

type Invitation = NonNullable<Reply<typeof add>['invitation']>
type OnInvited = { close: () => void; onInvited: (invitation: Invitation) => void }

/** That somebody was asked, and the link of it, must be read before the dialog goes. */
const afterwards =
  ({ close, onInvited }: OnInvited, done: 'done.added' | 'done.saved') =>
  ({ invitation }: Pick<Reply<typeof add>, 'invitation'>) => {
    if (invitation) {
      onInvited(invitation)
      reloadScreens()
      return
    }
    close()
    showDone(done)
  }

function NewRelative({ deviceUUID, ...rest }: OnInvited & { deviceUUID: string }) {
  const [hasAccount, setHasAccount] = useState(false)
  const form = useEndpointForm({
    endpoint: add,
    initial: { ...initialOf(undefined), relative: '' },
    body: (values) => ({ deviceUUID, ...(hasAccount ? knownBody(values) : newBody(values)) }),
    onDone: afterwards(rest, 'done.added'),
  })
  return (
    <EndpointForm form={form} submit="relatives.add" onCancel={rest.close}>
      <Stack>
        <HowToAdd hasAccount={hasAccount} onChange={setHasAccount} />
        {hasAccount ? (
          <PersonKeyField
            form={form}
            name="relative"
            label="relatives.person"
            hint="changeOwner.newHint"
            of="RELATIVE"
          />
        ) : null}
        <RelativeFields form={form} hasAccount={hasAccount} />
      </Stack>
    </EndpointForm>
  )
}

function EditRelative({ relative, ...rest }: OnInvited & { relative: Relative }) {
  const initial = initialOf(relative)
  const form = useEndpointForm({
    endpoint: updateRelation,
    params: { uuid: relative.uuid },
    initial,
    body: (values) => {
      const { name, relation, email, ...others } = changesOf(initial, values)
      const named = Object.fromEntries(
        Object.entries({ name, relation, email }).flatMap(([field, value]) =>
          value === undefined ? [] : [[field, value ?? '']],
        ),
      )
      return { ...others, ...named, updatedAt: relative.updatedAt.toISOString() }
    },
    onDone: afterwards(rest, 'done.saved'),
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={rest.close}>
      <RelativeFields form={form} hasAccount={relative.userUUID !== null} isKnown />
    </EndpointForm>
  )
}

type Props = { props: DialogProps['addRelative']; close: () => void }

function RelativeDialog({ props: { deviceUUID, relative }, close }: Props) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  if (invitation) return <Invited invitation={invitation} close={close} />
  const rest = { close, onInvited: setInvitation }
  return relative ? (
    <EditRelative relative={relative} {...rest} />
  ) : (
    <NewRelative deviceUUID={deviceUUID} {...rest} />
  )
}

/** Without a relative it adds one. */
export const addRelative = dialog<DialogProps['addRelative']>({
  title: 'relatives.dialog',
  suffix: ({ relative }) => relative?.name,
  size: 'lg',
  Body: RelativeDialog,
})
