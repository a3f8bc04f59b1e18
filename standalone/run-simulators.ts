import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { startNode } from './node-process.ts'
import type { Secrets } from './secrets.ts'
import type { SeededNumber } from './seed.ts'
import type { Settings } from './settings.ts'
import type { NewBusinessNumber } from './simulators/graph-api/business-number.ts'
import type { Supervisor } from './supervise.ts'

/** What the simulators are told; `numbers` is asked again at every restart. */
export type SimulatorOptions = {
  settings: Settings
  secrets: Secrets
  hookUrl: string
  numbers: () => readonly SeededNumber[]
}

/** Starts the simulators as one process; resolves with the address of the Graph API. */
export async function runSimulators(
  supervisor: Supervisor,
  { settings, secrets, hookUrl, numbers }: SimulatorOptions,
): Promise<string> {
  const port = await freePort()
  const entry = fileURLToPath(import.meta.resolve('@recado/standalone/simulators/main'))
  await supervisor.start('simulators', (given) => {
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      GRAPH_APP_SECRET: secrets.app_secret,
      GRAPH_TOKEN: secrets.graph_token,
      GRAPH_HOOK_URL: hookUrl,
      GRAPH_NUMBERS: JSON.stringify(numbers().map(asBusinessNumber)),
      RECADO_PLAIN: settings.plain ? '1' : '',
    }
    return startNode({ entry, env, ...given })
  })
  return `http://127.0.0.1:${port}`
}

/** Tells a running simulator of numbers that were seeded after its start. */
export async function addNumbers(
  graphUrl: string,
  numbers: readonly SeededNumber[],
): Promise<void> {
  for (const number of numbers) {
    await fetch(`${graphUrl}/_sim/numbers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asBusinessNumber(number)),
    })
  }
}

function asBusinessNumber(number: SeededNumber): NewBusinessNumber {
  const { phone_number_id, waba_id, phone_number_digits } = number
  return { phone_number_id, waba_id, display_phone_number: phone_number_digits }
}
