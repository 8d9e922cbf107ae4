import { calendarPath, newLink as endpoint } from '@carewatch/contracts/http/personal-links'
import type { PersonalLinkKind } from '@carewatch/contracts/personal-links'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { useEscape } from '../../dialogs/escape.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { Secret } from '../../ui/controls/Secret.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'
import type { Reply } from '@carewatch/contracts/http/endpoint'

type Props = DialogProps['newLink']
type Made = Reply<typeof endpoint>

const fields: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

const stay = (): void => {}

/** By which host a browser has this portal: a broker that says no other is there too. */
const here = (): string => globalThis.location.hostname

function Values({ kind, made: { secret, link, broker } }: { kind: PersonalLinkKind; made: Made }) {
  if (kind === 'calendar') {
    const address = new URL(calendarPath(secret), globalThis.location.origin).href
    return <Secret label="links.address" value={address} testId="link-secret" />
  }
  return (
    <>
      <Secret label="links.broker" value={broker?.host ?? here()} />
      <Secret label="links.port" value={String(broker?.port ?? '')} />
      <Secret label="links.userName" value={link.prefix} />
      <Secret label="links.password" value={secret} testId="link-secret" />
    </>
  )
}

/** The one time that it is shown. */
function LinkMade({ kind, made, close }: { kind: PersonalLinkKind; made: Made; close: () => void }) {
  // Nobody loses it by a key.
  useEscape(true, stay)
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="links.once" />}>
        <FormattedMessage id={`links.${kind}How`} />
      </Notice>
      <Values kind={kind} made={made} />
      <Button onClick={close}>
        <FormattedMessage id="links.copied" />
      </Button>
    </Stack>
  )
}

function NewLink({ props: { kind, isAgain }, close }: { props: Props; close: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const form = useEndpointForm({
    endpoint,
    initial: { password: '' },
    body: ({ password }) => ({ kind, password }),
    onDone: (answer) => {
      setMade(answer)
      reloadScreens()
    },
  })
  if (made) return <LinkMade kind={kind} made={made} close={close} />
  return (
    <EndpointForm form={form} submit={isAgain ? 'links.renew' : 'links.make'} onCancel={close}>
      <Text>
        <FormattedMessage id={isAgain ? 'links.renewWhy' : `links.${kind}Why`} />
      </Text>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const newLink = dialog<Props>({ title: 'links.title', Body: NewLink })
