import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { settingNames } from '@carewatch/contracts/settings'
import { Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Section } from '../../ui/page/Section.tsx'
import { SettingsMark } from '../../ui/devices/SettingsMark.tsx'
import styles from './Compare.module.css'
import { SettingValue } from './SettingValue.tsx'
import { isSameSetting } from './same.ts'
import { reportedSetting } from './reported-setting.ts'

const columns = ['settings.setting', 'settings.wanted', 'settings.reported'] as const

function Row({ name, state }: { name: (typeof settingNames)[number]; state: SettingsState }) {
  const { settings, reported } = state
  const value = reportedSetting(reported, name)
  const differs = value !== undefined && !isSameSetting(settings[name], value)
  return (
    <Table.Tr data-differs={differs}>
      <Table.Th scope="row">
        <FormattedMessage id={`setting.${name}`} />
        {state.supported.includes(name) ? null : (
          <Text c="dimmed" size="xs">
            <FormattedMessage id="settings.keptHere" />
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <SettingValue name={name} value={settings[name]} />
      </Table.Td>
      {reported ? (
        <Table.Td>
          {differs ? (
            <span className={styles['differs']}>
              <IconAlertTriangle size={16} aria-hidden />
              <FormattedMessage id="settings.differs" />
            </span>
          ) : null}
          <SettingValue name={name} value={value} />
        </Table.Td>
      ) : null}
    </Table.Tr>
  )
}

/** What the watch should do, beside what it last reported. */
export function Compare({ state }: { state: SettingsState }) {
  const intl = useIntl()
  const { reported } = state
  const shown = reported ? columns : columns.slice(0, 2)
  return (
    <Section title="settings.compare">
      <SettingsMark state={state} />
      {reported ? null : (
        <Text c="dimmed">
          <FormattedMessage id="settings.notReported" />
        </Text>
      )}
      <Table.ScrollContainer
        minWidth={reported ? 520 : 280}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, 'aria-label': intl.formatMessage({ id: 'settings.compare' }) },
        }}
      >
        <Table className={styles['table'] ?? ''} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {shown.map((id) => (
                <Table.Th key={id} scope="col">
                  <FormattedMessage id={id} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {settingNames.map((name) => (
              <Row key={name} name={name} state={state} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
