import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { flagsOf, TEST_SETTINGS } from './server-settings.ts'

/** The image of docker-compose.yml. */
const IMAGE = 'timescale/timescaledb:2.26.4-pg18'

/** For `TEST_DATABASE=timescale`: the run's one server is TimescaleDB in a container, so every integration test and journey runs on hypertables. */
export async function startTimescale(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const runtime = await getContainerRuntimeClient().catch(() => undefined)
  if (!runtime)
    throw new Error(
      'TEST_DATABASE=timescale takes a container runtime (Docker or Podman), and none runs here.',
    )
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_USER: 'carewatch', POSTGRES_PASSWORD: 'test', LANG: 'C.UTF-8' })
    .withCommand(flagsOf({ ...TEST_SETTINGS, max_locks_per_transaction: '256' }))
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forHealthCheck())
    // Over TCP: the server that only sets the folder up listens on its socket alone, and ends.
    .withHealthCheck({
      test: ['CMD-SHELL', 'pg_isready -h 127.0.0.1 -U carewatch'],
      interval: 1_000,
      retries: 60,
    })
    .start()
  const url = `postgres://carewatch:test@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
  return { url, stop: () => container.stop() }
}
