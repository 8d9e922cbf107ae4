import * as contract from '@carewatch/contracts/http/simulator'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { askSimulator } from './ask.ts'
import { startScenario } from './start.ts'

export function simulatorRoutes(serve: Serve, services: Services): void {
  serve(contract.simulatorState, async () => {
    const answer = await askSimulator(services.feed)
    return { isRunning: answer !== null, watches: answer?.watches ?? [] }
  })
  serve(contract.startScenario, (input, caller) => startScenario(services, caller, input))
}
