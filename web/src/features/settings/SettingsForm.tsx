import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { PHONEBOOK_MAX, SOS_CONTACTS_MAX } from '@carewatch/contracts/settings'
import { Button, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { Contacts } from './Contacts.tsx'
import { callFields, fallFields, limitFields, measuringFields, modeFields, stepsFields } from './groups.ts'
import { Reminders } from './Reminders.tsx'
import { TryLimits } from './TryLimits.tsx'
import { type SettingsForm as Form, useSettingsForm } from './use-settings-form.ts'

function Conflict({ onTake }: { onTake: () => void }) {
  return (
    <Notice tone="caution" title={<FormattedMessage id="settings.conflict" />}>
      <p>
        <FormattedMessage id="settings.conflictWhy" />
      </p>
      <Button onClick={onTake}>
        <FormattedMessage id="settings.takeTheirs" />
      </Button>
    </Notice>
  )
}

function Calls({ form }: { form: Form }) {
  return (
    <Section title="settings.calls">
      <Contacts form={form} name="sosContacts" max={SOS_CONTACTS_MAX} />
      <Contacts form={form} name="phonebook" max={PHONEBOOK_MAX} />
      <Fields form={form} fields={callFields} />
    </Section>
  )
}

function Groups({ uuid, form }: { uuid: string; form: Form }) {
  const intl = useIntl()
  return (
    <>
      <Section title="settings.modeAndPlace">
        <Fields form={form} fields={modeFields(intl, form.values)} />
      </Section>
      <Calls form={form} />
      <Section title="settings.limits">
        <Text c="dimmed" size="sm">
          <FormattedMessage id="settings.limitsHint" />
        </Text>
        <Fields form={form} fields={limitFields} />
        <TryLimits uuid={uuid} form={form} />
      </Section>
      <Section title="settings.measuring">
        <Fields form={form} fields={measuringFields(intl.formatMessage({ id: 'unit.min' }))} />
      </Section>
      <Section title="settings.safety">
        <Fields form={form} fields={[...fallFields(intl, form.values), ...stepsFields]} />
      </Section>
      <Section title="setting.reminders">
        <Reminders form={form} />
      </Section>
    </>
  )
}

type Props = { uuid: string; state: SettingsState; onDone: () => void; onCancel?: () => void }

/** Every setting of a watch (specification, point 3), in groups. */
export function SettingsForm({ uuid, state, onDone, onCancel }: Props) {
  const { form, isConflict, takeTheirs } = useSettingsForm({ uuid, state, onDone })
  return (
    <EndpointForm form={form} submit="settings.send" onCancel={onCancel}>
      {isConflict ? <Conflict onTake={() => void takeTheirs()} /> : null}
      <Groups uuid={uuid} form={form} />
      {form.isDirty() ? (
        <Text c="dimmed" size="sm" component="output">
          <FormattedMessage id="settings.unsent" />
        </Text>
      ) : null}
    </EndpointForm>
  )
}
