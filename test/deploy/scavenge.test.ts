import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'

const SCRIPT = fileURLToPath(new URL('../../deploy/eventstore/scavenge.sh', import.meta.url))

type Run = { readonly code: number; readonly calls: string; readonly given: string }

/** Runs the script with `curl` and `sleep` replaced by programs that only record their calls. */
async function run(t: Test, env: Readonly<Record<string, string>>): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-scavenge-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const program = async (name: string, text: string) => {
    await writeFile(
      join(folder, name),
      `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n${text}`,
    )
    await chmod(join(folder, name), 0o755)
  }
  await program(
    'curl',
    `case "$*" in *--config*) cat >> "${folder}/given" ;; esac\ncase "$*" in *away*) exit 7 ;; esac`,
  )
  // A hundred seconds after the start of a day that is a multiple of every tested number of days.
  await program('date', `echo $((86400 * 420 + 100))`)
  // Ends the script in the second round.
  await program(
    'sleep',
    `[ "$1" -lt 80000 ] || [ "$(grep -c "^sleep $1" "${folder}/calls")" -lt 2 ] || kill $PPID`,
  )
  const code = await new Promise<number>((resolve) => {
    const path = `${folder}:${process.env.PATH}`
    execFile('/bin/sh', [SCRIPT], { env: { PATH: path, ...env } }, (error) =>
      resolve(error === null ? 0 : Number(error.code ?? -1)),
    )
  })
  const text = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  return { code, calls: await text('calls'), given: await text('given') }
}

const post = (node: string) => `--request POST ${node}/admin/scavenge?threads=1`

test('one round starts a scavenge on each node, as the operations user, without showing the password', async (t) => {
  const { code, calls, given } = await run(t, {
    NODES: 'https://one:2113 https://two:2113',
    SCAVENGE_DAYS: '0',
    EVENTSTORE_PASSWORD: 'secret-1',
  })
  t.equal(code, 0)
  t.match(calls, new RegExp(`${post('https://one:2113').replace('?', '\\?')}\n`))
  t.ok(calls.indexOf(post('https://one:2113')) < calls.indexOf(post('https://two:2113')))
  t.notMatch(calls, /secret-1/)
  t.equal(given, 'user = "ops:secret-1"\n'.repeat(2))
})

test('an unreachable node does not keep others from being scavenged, and makes the script fail', async (t) => {
  const { code, calls } = await run(t, { NODES: 'http://away http://two', SCAVENGE_DAYS: '0' })
  t.equal(code, 1)
  t.ok(calls.includes(post('http://two')))
})

test('otherwise rounds are days apart by the calendar, whenever started, and nodes hours apart', async (t) => {
  const { calls } = await run(t, { NODES: 'http://away http://two', SCAVENGE_DAYS: '3' })
  t.same(
    calls.split('\n').filter((line) => line.startsWith('sleep')),
    ['sleep 259100', 'sleep 21600', 'sleep 21600', 'sleep 259100'],
  )
})
