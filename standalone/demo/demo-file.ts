import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoFile } from '@recado/contract/demo-file'
import { writePrivate } from '@recado/infra/private-file'
import type { InternalUrls } from '../product.ts'
import type { Simulators } from '../run-simulators.ts'
import type { Secrets } from '../secrets.ts'
import type { Servers } from '../servers/servers.ts'
import type { SeededAccount } from './seed.ts'

/** What the file is made of. */
export type Demo = {
  publicUrl: string
  simulators: Simulators
  accounts: readonly SeededAccount[]
  secrets: Secrets
  servers: Servers
  internal: InternalUrls
  pids: Record<string, number>
}

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Writes `.recado/demo.json`. */
export async function writeDemoFile(dataDir: string, demo: Demo): Promise<void> {
  const { publicUrl, simulators, accounts, secrets, servers, internal, pids } = demo
  const { eventstore, postgres, vault, nats } = servers
  const sales_secret = accounts[0]?.sales_secret
  const content: DemoFile = {
    base_url: `${publicUrl}/api/v1`,
    dashboard: { url: `${publicUrl}/dashboard`, ...accounts[0]?.dashboard },
    accounts: accounts.map(({ sales_secret: _, ...account }) => account),
    hooks: {
      whatsapp: {
        url: `${publicUrl}/hooks/whatsapp`,
        app_secret: secrets.app_secret,
        verify_token: secrets.verify_token,
      },
      waha: { url: `${publicUrl}/hooks/waha/{connection_id}`, hmac_key: secrets.waha_hmac_key },
      sales: { url: `${publicUrl}/hooks/sales/{account_id}`, secret: sales_secret },
    },
    operator: { url: `${publicUrl}/operator/v1`, token: secrets.operator_token },
    internal,
    simulators,
    servers: { eventstore, postgres, vault, nats },
    pids: { standalone: process.pid, ...pids },
  }
  await writePrivate(fileIn(dataDir), content)
}

/** Removes the file, whose presence says that the product runs; it need not be ready. */
export async function removeDemoFile(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true })
}
