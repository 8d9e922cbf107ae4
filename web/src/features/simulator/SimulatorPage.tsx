import type { simulatorState } from '@carewatch/contracts/http/simulator'
import { startScenario } from '@carewatch/contracts/http/simulator'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type ScenarioName, scenarioNames } from '@carewatch/contracts/simulator'
import { Button, Select, Text } from '@mantine/core'
import { IconPlayerPlay, IconRobotOff } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'
import { WhatCame } from './WhatCame.tsx'
import styles from './SimulatorPage.module.css'

type State = Reply<typeof simulatorState>
type Started = { imei: string; at: Date }

function Scenario({ name, onStart }: { name: ScenarioName; onStart: () => Promise<void> }) {
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    await onStart()
    setStarting(false)
  }
  return (
    <li>
      <h2>
        <FormattedMessage id={`simulator.${name}`} />
      </h2>
      <p>
        <FormattedMessage id={`simulator.${name}.story`} />
      </p>
      <Button
        mih={44}
        loading={isStarting}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => void start()}
      >
        <FormattedMessage id="simulator.start" />
      </Button>
    </li>
  )
}

function NotRunning() {
  return (
    <Nothing
      icon={<IconRobotOff aria-hidden />}
      title={<FormattedMessage id="simulator.none" />}
      why={<FormattedMessage id="simulator.noneWhy" />}
      action={
        <Button onClick={reloadScreens}>
          <FormattedMessage id="action.retry" />
        </Button>
      }
    />
  )
}

/** Lets something happen to a watch of the simulator, and shows what comes of it. */
export function SimulatorPage({ isRunning, watches }: State) {
  const intl = useIntl()
  const [imei, setImei] = useState<string | null>(watches[0]?.imei ?? null)
  const [started, setStarted] = useState<Started | null>(null)
  const start = async (scenario: ScenarioName) => {
    if (!imei) return
    const at = new Date()
    const isStarted = await doAndShow('simulator.started', () =>
      call(startScenario, { body: { imei, scenario } }),
    )
    if (isStarted) setStarted({ imei, at })
  }
  if (!isRunning) {
    return (
      <Page title="menu.simulator">
        <NotRunning />
      </Page>
    )
  }
  return (
    <Page title="menu.simulator">
      <Text c="dimmed">
        <FormattedMessage id="simulator.why" />
      </Text>
      <Select
        label={intl.formatMessage({ id: 'simulator.watch' })}
        data={watches.map(({ imei: value, name }) => ({ value, label: `${name} · ${value}` }))}
        value={imei}
        onChange={setImei}
        searchable
        allowDeselect={false}
        maw="24rem"
      />
      <ul className={styles['scenarios']}>
        {scenarioNames.map((name) => (
          <Scenario key={name} name={name} onStart={() => start(name)} />
        ))}
      </ul>
      {started ? <WhatCame {...started} /> : null}
    </Page>
  )
}
