import { Button, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import { LookupFilter } from '../../ui/people/LookupFilter.tsx'
import { findGateways } from '../../ui/people/lookups.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { factText } from '../../ui/alarms/fact-text.ts'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { InteractionTable } from './InteractionTable.tsx'
import { type Loaded, LOOK_BACK_MINUTES } from './load.ts'
import type { InteractionsSearch } from './search.ts'
import { RoomChecks } from './RoomChecks.tsx'

const POLL_MS = 60_000

const figure = (value: number, unit: string) => (
  <Ltr>
    <FormattedNumber value={value} maximumFractionDigits={1} /> {unit}
  </Ltr>
)

type Facts = Loaded['interactions']['latestInteraction'][string]['facts']

/** What a sensor reported, as a text; a fact without a text, as it came. */
function FactTexts({ facts }: { facts: Facts }) {
  return Object.entries(facts ?? {}).map(([name, value]) => {
    const { id } = factText(name, value)
    return <span key={name}>{id ? <FormattedMessage id={id} /> : <Ltr>{`${name}: ${value}`}</Ltr>} · </span>
  })
}

function Refresh() {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  useInterval(() => void router.invalidate(), POLL_MS, { autoInvoke: true })
  const ask = async () => {
    setAsking(true)
    await router.invalidate()
    setAsking(false)
  }
  return (
    <Button leftSection={<IconRefresh size={18} aria-hidden />} loading={isAsking} onClick={() => void ask()}>
      <FormattedMessage id="interactions.refresh" />
    </Button>
  )
}

type Props = {
  loaded: Loaded
  search: InteractionsSearch
  onSearch: (search: InteractionsSearch) => void
}

/** What the gateways received in the last minutes. */
export function InteractionsPage({ loaded: { at, interactions, checks }, search, onSearch }: Props) {
  const { alertInteraction, latestInteraction, temperatureMap, humidityMap } = interactions
  return (
    <Page
      title="menu.interactions"
      actions={
        <>
          <LookupFilter
            label="filter.anyGateway"
            find={findGateways}
            value={search.gateway}
            onPick={(gateway) => onSearch({ gateway })}
          />
          <Refresh />
        </>
      }
    >
      <Text c="dimmed">
        <FormattedMessage
          id="interactions.since"
          values={{ n: LOOK_BACK_MINUTES, age: <Age key="age" at={at} /> }}
        />
      </Text>
      <InteractionTable
        title="interactions.alerts"
        column="interactions.alert"
        rows={alertInteraction}
        show={({ alarm }) => (
          <>
            <SeverityMark severity={alarm.severity} /> {alarm.message}
          </>
        )}
      />
      <InteractionTable
        title="interactions.latest"
        column="interactions.reported"
        rows={latestInteraction}
        show={({ facts, rssi }) => (
          <>
            <FactTexts facts={facts} />
            {rssi === null ? null : <Ltr>{rssi} dBm</Ltr>}
          </>
        )}
      />
      <InteractionTable
        title="interactions.temperature"
        column="metric.temperature"
        rows={temperatureMap}
        show={({ value }) => figure(value, '°C')}
      />
      <InteractionTable
        title="interactions.humidity"
        column="interactions.humidityValue"
        rows={humidityMap}
        show={({ value }) => figure(value, '%')}
      />
      <RoomChecks checks={checks} />
    </Page>
  )
}
