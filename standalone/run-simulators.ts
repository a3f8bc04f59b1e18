import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoFile, DemoNumber } from '@recado/contract/demo-file'
import type { NewBusinessNumber } from '@recado/simulators/graph-api/business-number'
import type { Secrets } from './secrets.ts'
import { freePort } from './servers/free-port.ts'
import type { Settings } from './settings.ts'
import { startNode } from './supervision/node-process.ts'
import type { Supervisor } from './supervision/supervise.ts'

/** The options of the simulators; `numbers` is called again at every restart. */
export type SimulatorOptions = {
  settings: Settings
  secrets: Secrets
  /** The origin of the hooks, such as `http://127.0.0.1:8080`. */
  publicUrl: string
  numbers: () => readonly DemoNumber[]
}

export type Simulators = DemoFile['simulators']

/** Starts the simulators as one process; resolves with their addresses. */
export async function runSimulators(
  supervisor: Supervisor,
  { settings, secrets, publicUrl, numbers }: SimulatorOptions,
): Promise<Simulators> {
  const [port, wahaPort] = [await freePort(), await freePort()]
  const entry = fileURLToPath(import.meta.resolve('@recado/simulators/main'))
  await supervisor.start('simulators', (given) => {
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      GRAPH_APP_SECRET: secrets.app_secret,
      GRAPH_TOKEN: secrets.graph_token,
      GRAPH_HOOK_URL: `${publicUrl}/hooks/whatsapp`,
      GRAPH_NUMBERS: JSON.stringify(numbers().map(asBusinessNumber)),
      WAHA_PORT: String(wahaPort),
      WAHA_API_KEY: secrets.waha_api_key,
      WAHA_SESSIONS_FILE: join(settings.dataDir, 'waha-sessions.json'),
      WAHA_HOOK_ORIGIN: publicUrl,
      RECADO_PLAIN: settings.plain ? '1' : '',
    }
    return startNode({ entry, env, ...given })
  })
  return { graph: `http://127.0.0.1:${port}`, waha: `http://127.0.0.1:${wahaPort}` }
}

/** Adds a number that is seeded after the simulator's start. */
export async function addToSimulator(graphUrl: string, number: OwnNumber): Promise<void> {
  await fetch(`${graphUrl}/_sim/numbers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asBusinessNumber(number)),
  })
}

type OwnNumber = Omit<DemoNumber, 'id'>

function asBusinessNumber(number: OwnNumber): NewBusinessNumber {
  const { phone_number_id, waba_id, phone_number_digits } = number
  return { phone_number_id, waba_id, display_phone_number: phone_number_digits }
}
