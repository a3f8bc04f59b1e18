import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { apiClient, overHttp } from '../kit/api-client.ts'
import { startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { isGone } from '../kit/processes.ts'
import { dataFolder, started } from '../kit/standalone.ts'

/** The simulated WhatsApp reports statuses, as it does for everybody who starts it. */
const LIVELY = { RECADO_PLAIN: '' }

/**
 * The first path on another release of Node: `npm start`, the calls that it prints, a send whose webhook arrives, and
 * Ctrl-C. @param node the program of that release
 */
export async function firstPathOn(t: Test, node: string): Promise<void> {
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const product = await started(t, await dataFolder(t), LIVELY, { node })
  const { base_url, accounts, pids } = await product.demo()
  const [account] = accounts
  const api = apiClient(overHttp(base_url), '', account?.api_key ?? '')
  const connection_id = account?.connections[0]?.id
  t.match(await api.put('/webhooks', { connection_id, url: customer.url }), { status: 201 })
  const printed = product.output().match(/^ {2}curl .*$/gm) ?? []
  t.equal(printed.length, 4, 'it prints what to try')
  for (const line of printed) t.match(await answerTo(line), '"data":', line)
  for (const type of ['whatsapp.message.received', 'whatsapp.message.delivered'])
    await eventually(() => customer.types().includes(type))
  product.child.kill('SIGINT')
  t.equal(await product.exit, 0, product.output())
  t.ok(Object.values(pids).every(isGone))
}

/** What a line prints in a shell. */
async function answerTo(line: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', `${line.trim()} --fail-with-body`])).stdout
}
