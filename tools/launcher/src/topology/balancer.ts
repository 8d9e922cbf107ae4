import { join } from 'node:path'
import { ROOT } from '../env.ts'
import type { BrokerPorts, PublicPorts } from './ports.ts'
import { startProgram } from './program.ts'

export const HAPROXY_PLACES = [process.env.HAPROXY, '/usr/sbin/haproxy', '/opt/homebrew/bin/haproxy']

const brokerAt = (number: number, { mqtt, mqtts, watch, health }: BrokerPorts) => ({
  [`BROKER_${number}`]: '127.0.0.1',
  [`BROKER_${number}_MQTT_PORT`]: String(mqtt),
  [`BROKER_${number}_MQTTS_PORT`]: String(mqtts),
  [`BROKER_${number}_WATCH_PORT`]: String(watch),
  [`BROKER_${number}_HEALTH_PORT`]: String(health),
})
const apiAt = (number: number, port: number) => ({
  [`API_${number}`]: '127.0.0.1',
  [`API_${number}_PORT`]: String(port),
})

type Balancer = {
  haproxy: string
  host: string
  at: PublicPorts
  brokers: readonly BrokerPorts[]
  apis: readonly number[]
  logs: string
  /** What its file takes for HTTPS; without, it has none. */
  https?: Record<string, string>
}

/** HAProxy with the very file that docker-compose.yml gives it. */
export const startBalancer = ({ haproxy, host, at, brokers, apis, logs, https }: Balancer) =>
  startProgram({
    name: 'balancer',
    command: [haproxy, '-db', '-f', join(ROOT, 'deploy/haproxy.cfg')],
    env: {
      HOST: host,
      HTTP_PORT: String(at.http),
      MQTT_PORT: String(at.mqtt),
      MQTTS_PORT: String(at.mqtts),
      WATCH_PORT: String(at.watch),
      ...https,
      ...Object.assign({}, ...brokers.map((ports, index) => brokerAt(index + 1, ports))),
      ...Object.assign({}, ...apis.map((port, index) => apiAt(index + 1, port))),
    },
    logs,
    port: at.mqtt,
  })
