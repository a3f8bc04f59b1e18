import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startWorld } from '../kit/world.ts'

const PROGRAM = fileURLToPath(new URL('../../examples/follow-events.mjs', import.meta.url))

test('the example follow-events.mjs continues after a restart without losing events', async (t) => {
  const world = await startWorld()
  file.teardown(() => world.stop())
  const { queryApp } = world.product()
  await queryApp.listen({ port: 0, host: '127.0.0.1' })
  const { port } = queryApp.server.address() as AddressInfo
  const folder = t.testdir({})
  await mkdir(join(folder, '.recado'))
  const base_url = `http://127.0.0.1:${port}/api/v1`
  const demo = { base_url, accounts: [{ api_key: world.tenant.key }] }
  await writeFile(join(folder, '.recado', 'demo.json'), JSON.stringify(demo))

  let printed = ''
  const start = () => {
    const child = spawn(process.execPath, [PROGRAM], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (bytes) => {
      printed += bytes
    })
    return child
  }
  const stop = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const texts = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).data.message.text)
  const first = start()
  await eventually(() => readFile(join(folder, '.recado', 'follow-events.cursor'), 'utf8'))
  await world.userWrites('5531987654321', 'while it runs')
  await eventually(() => texts().length === 1)
  const place = JSON.parse(printed.trim()).id
  t.ok(place)
  await stop(first)
  await world.userWrites('5531987654321', 'while it is down')
  const second = start()
  await eventually(() => texts().includes('while it is down'))
  await stop(second)
  t.same([...new Set(texts())], ['while it runs', 'while it is down'])
})
