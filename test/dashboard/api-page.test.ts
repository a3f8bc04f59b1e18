import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Test, test } from 'tap'
import { faultsOf } from '../kit/chromium.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'

await inBrowser({}, documented)

/** What a reader of the API finds at its own address: the page for people, the texts for assistants, the simulators. */
async function documented({ world, origin, newWindow }: Site): Promise<void> {
  const { tenant, connection } = world

  test('the root of the address leads to the dashboard', async (t) => {
    const answer = await fetch(origin, { redirect: 'manual' })
    t.equal(answer.status, 302)
    t.equal(answer.headers.get('location'), '/dashboard')
  })

  test('the page of the API is found with a slash at its end too', async (t) => {
    t.equal(await textAt('/docs/'), await textAt('/docs'))
  })

  test('the page of the API shows every operation, and calls it with the key of the reader', async (t) => {
    const opened = await newWindow(t)
    const faults = faultsOf(opened, origin)
    await opened.goto(`${origin}/docs`)
    const { paths, webhooks } = JSON.parse(await textAt('/api/v1/openapi.json'))
    const items = [...Object.values<object>(paths), ...Object.values<object>(webhooks)]
    const operations = items.flatMap((item) => Object.keys(item))
    await opened
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor()
    t.equal(await opened.locator('.opblock').count(), operations.length)

    await opened.getByRole('button', { name: 'Authorize' }).click()
    await opened.locator('.auth-container input').fill(tenant.key)
    await opened.locator('.auth-btn-wrapper .authorize').click()
    await opened.getByRole('button', { name: 'Close' }).click()
    const stages = opened.locator('.opblock[id$=-listStages]')
    await stages.locator('.opblock-summary-control').click()
    await stages.getByRole('button', { name: 'Try it out' }).click()
    await stages.getByRole('button', { name: 'Execute' }).click()
    const answer = stages.locator('.live-responses-table .response-col_status').last()
    t.match(await answer.textContent(), /^200/)
    t.same(faults, [], 'no error, no violation of the policy, no call of another host')
  })

  test('every block of code of the texts for assistants runs, and every link leads somewhere', async (t) => {
    const env = {
      PATH: process.env.PATH ?? '',
      RECADO_BASE_URL: `${origin}/api/v1`,
      RECADO_API_KEY: tenant.key,
      CONNECTION_ID: connection.id,
    }
    const body = { connection_id: connection.id, recipient: { phone: '5531977776666' }, text: 'Oi' }
    const sent = await world.api().post<{ data: Record<string, string> }>('/messages', body)
    const { provider_message_id: MESSAGE_ID = '', conversation_id: CONVERSATION_ID = '' } =
      sent.body.data
    const ids = { MESSAGE_ID: encodeURIComponent(MESSAGE_ID), CONVERSATION_ID }
    const texts = [await textAt('/llms.txt'), await textAt('/docs/SKILL.md')]
    t.match(texts[1], /^---\nname: recado\ndescription: /)
    for (const text of texts) {
      for (const link of text.matchAll(/\]\((.*?)\)/g)) t.ok(await textAt(link[1] ?? ''), link[0])
      for (const block of blocksOf(text)) t.match(await shell(block, { ...env, ...ids }), /^\{/)
    }
  })

  test('the calls of the page on the simulators run beside a product', async (t) => {
    const demo = {
      accounts: [{ connections: [connection] }],
      simulators: { graph: world.product().config.GRAPH_API_URL },
    }
    const cwd = await besideDemo(t, demo)
    const page = await readFile(new URL('../../docs/simulator.md', import.meta.url), 'utf8')
    for (const block of blocksOf(page)) {
      const said = await shell(block, { PATH: process.env.PATH ?? '' }, cwd)
      t.match(said, /"code":131047/, 'the fault is set')
      t.match(said, /"last_status":200/, 'the product took the webhook')
    }
    await world.sim('DELETE', '/faults')
  })

  async function textAt(path: string): Promise<string> {
    const answer = await fetch(new URL(path, origin))
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.text()
  }
}

async function besideDemo(t: Test, demo: object): Promise<string> {
  const folder = t.testdir({})
  await mkdir(join(folder, '.recado'))
  await writeFile(join(folder, '.recado/demo.json'), JSON.stringify(demo))
  return folder
}

function blocksOf(text: string): string[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}

/** Runs lines of a shell, which end at the first one that fails. @returns standard output */
async function shell(script: string, env: Record<string, string>, cwd = '/'): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], { env, cwd })
  return stdout
}
