import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { isSameSetting, reportedSetting } from '@carewatch/contracts/reported-setting'
import type { SettingName } from '@carewatch/contracts/settings'
import { Table } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Section } from '../../ui/page/Section.tsx'
import { SettingsMark } from '../../ui/devices/SettingsMark.tsx'
import styles from './Compare.module.css'
import { SettingState } from './SettingState.tsx'
import { SettingValue } from './SettingValue.tsx'

const columns = ['settings.setting', 'settings.wanted'] as const

/** What the watch itself says, where that is another value than it should have. */
function Reported({ name, state }: { name: SettingName; state: SettingsState }) {
  const value = reportedSetting(state.reported, name)
  if (value === undefined || isSameSetting(state.settings[name], value)) return null
  return (
    <div className={styles['reported']}>
      <FormattedMessage id="settings.reported" />: <SettingValue name={name} value={value} />
    </div>
  )
}

function Row({ of, state }: { of: SettingsState['states'][number]; state: SettingsState }) {
  const { setting: name } = of
  const isWrong = of.state === 'DIFFERS' || of.state === 'REFUSED'
  return (
    <Table.Tr data-differs={isWrong}>
      <Table.Th scope="row">
        <FormattedMessage id={`setting.${name}`} />
      </Table.Th>
      <Table.Td>
        <SettingValue name={name} value={state.settings[name]} />
        <SettingState of={of} confirms={state.confirms} />
        {of.state === 'DIFFERS' ? <Reported name={name} state={state} /> : null}
      </Table.Td>
    </Table.Tr>
  )
}

/** What the watch should do, and under each of it how far it has come: on a phone nobody scrolls sideways for that. */
export function Compare({ state }: { state: SettingsState }) {
  const intl = useIntl()
  return (
    <Section title="settings.compare">
      <SettingsMark state={state} />
      <Table.ScrollContainer
        minWidth={280}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, 'aria-label': intl.formatMessage({ id: 'settings.compare' }) },
        }}
      >
        <Table className={styles['table'] ?? ''} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map((id) => (
                <Table.Th key={id} scope="col">
                  <FormattedMessage id={id} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {state.states.map((of) => (
              <Row key={of.setting} of={of} state={state} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
