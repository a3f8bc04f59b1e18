import { settingsOrExit } from '@recado/infra/wrong-settings'
import { type Demo, removeDemoFile, writeDemoFile } from './demo/demo-file.ts'
import {
  officialNumbers,
  readSeededAccounts,
  seedAccounts,
  seedDashboardUsers,
} from './demo/seed.ts'
import { waitForPairing } from './demo/wait-for-pairing.ts'
import { welcomeText } from './demo/welcome.ts'
import { startProduct } from './product.ts'
import { addToSimulator, runSimulators } from './run-simulators.ts'
import { loadSecrets } from './secrets.ts'
import { freePort } from './servers/free-port.ts'
import { startServers } from './servers/servers.ts'
import { readSettings } from './settings.ts'
import { lockDataDir } from './supervision/lock-data-dir.ts'
import { logLines } from './supervision/log-lines.ts'
import { onInterrupt } from './supervision/on-interrupt.ts'
import { supervise } from './supervision/supervise.ts'
import { waitUntilReadable } from './wait-until-readable.ts'

// The embedded default: everything on one machine, started in order and stopped in reverse.

const settings = settingsOrExit(() => readSettings(process.env))
const { dataDir } = settings
// A full disk under a redirected log, or a closed pipe, must not stop the product.
process.stdout.on('error', () => undefined)
const log = logLines((text) => process.stdout.write(text), process.stdout.isTTY)
const tell = log('recado')

const closing: (() => Promise<unknown>)[] = []
let stopping = false
let describe = () => Promise.resolve()
const supervisor = supervise({ log, changed: () => void describe() })

onInterrupt(stop, () => tell('forced: parts that still run end by themselves within seconds'))
void supervisor.gaveUp.then(fail)
await start().catch(fail)

async function start(): Promise<void> {
  closing.push(await lockDataDir(dataDir))
  await removeDemoFile(dataDir)
  closing.push(() => supervisor.stop())
  tell(`starting on ${dataDir}`)
  const secrets = await loadSecrets(dataDir)
  let accounts = await readSeededAccounts(dataDir)
  const port = await freePort(settings.port, settings.host)
  const publicUrl = `http://${settings.reachedAt}:${port}`

  const servers = await startServers(supervisor, settings)
  const simulators = await runSimulators(supervisor, {
    settings,
    secrets,
    publicUrl,
    numbers: () => officialNumbers(accounts),
  })
  const product = { settings, secrets, servers, publicUrl, port, simulators, env: process.env }
  const internal = await startProduct(supervisor, product)
  // Written before the product is ready, if its accounts are known, so that commands can ask it why it is not.
  keepDemoFile(() => ({ ...product, accounts, internal, pids: supervisor.pids() }))
  await describe()
  await waitUntilReadable(internal.api ?? '', tell)

  if (accounts.length === 0) {
    accounts = await seedAccounts(`${publicUrl}/operator/v1`, secrets, dataDir, (number) =>
      addToSimulator(simulators.graph, number),
    )
    await waitForPairing(publicUrl, accounts)
  }
  accounts = await seedDashboardUsers(publicUrl, secrets, dataDir, accounts)
  await describe()
  process.stdout.write(welcomeText(publicUrl, simulators.graph, dataDir, accounts))
}

/** Makes `describe` write demo.json, once there are accounts, until the stop, which removes it. */
function keepDemoFile(demo: () => Demo): void {
  // Writes happen one after the other, so that the last state remains; a failure is logged and not fatal.
  let written = Promise.resolve()
  const write = async () => {
    if (demo().accounts.length > 0) await writeDemoFile(dataDir, demo())
  }
  describe = () => {
    written = written.then(write).catch((error) => tell(`cannot write demo.json: ${error}`))
    return written
  }
  closing.push(() => {
    describe = () => Promise.resolve()
    return written.then(() => removeDemoFile(dataDir))
  })
}

/** Removes demo.json, then stops the parts in reverse order of their start. */
async function stop(): Promise<void> {
  stopping = true
  if (closing.length === 0) return
  tell('stopping; press Ctrl-C again to force it')
  for (const close of closing.splice(0).toReversed()) await close()
  tell(`stopped; the data stays in ${dataDir}`)
}

/** Logs the reason, stops everything and exits with 1. */
async function fail(reason: unknown): Promise<void> {
  // Stopping also makes a running start fail, which is no error to report.
  if (stopping) return
  tell(`failed: ${reason instanceof Error ? reason.message : String(reason)}`)
  await stop()
  process.exit(1)
}
