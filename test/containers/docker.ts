import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers'

/** Whether a Docker, or what speaks like one, answers here. */
export const dockerAnswers = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  )

export type Container = { readonly url: string; readonly stop: () => Promise<unknown> }

/** As docker-compose.yml runs it. */
export const startEventStoreDb = async (image: string): Promise<Container> => {
  const started = await new GenericContainer(image)
    .withEnvironment({
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'true',
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCodeMatching((code) => code < 300))
    .start()
  return { url: `esdb://${addressOf(started, 2113)}?tls=false`, stop: () => started.stop() }
}

export const startPostgres = async (image: string): Promise<Container> => {
  const started = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withExposedPorts(5432)
    // The image starts the server twice, the first time for its own preparations.
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
    .start()
  return { url: `postgres://postgres:postgres@${addressOf(started, 5432)}/postgres`, stop: () => started.stop() }
}

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`
