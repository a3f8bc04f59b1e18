import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'

const SCRIPT = fileURLToPath(new URL('../../deploy/postgres/standby.sh', import.meta.url))

/** A volume, and programs of Postgres that only record their calls. */
async function standby(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'recado-standby-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const [data, bin] = [join(folder, 'data'), join(folder, 'bin')]
  await mkdir(data)
  await mkdir(bin)
  const program = async (name: string, text: string) => {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}`)
    await chmod(join(bin, name), 0o755)
  }
  await program('postgres', `echo started "$*" with $(ls "${data}")`)
  await program('sleep', '')
  const copies = (whenDone: string) =>
    program(
      'pg_basebackup',
      `while [ "$1" != --pgdata ]; do shift; done
mkdir -p "$2/base" "$2/global" && echo 16 > "$2/PG_VERSION" && touch "$2/base/1" || exit 1
${whenDone}
touch "$2/global/pg_control" "$2/standby.signal"`,
    )
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    ...{ PGDATA: data, PRIMARY: 'first', REPLICATION_PASSWORD: 'secret', CONNECTIONS: '150' },
  }
  const run = () =>
    new Promise<string>((resolve) =>
      execFile('/bin/sh', [SCRIPT], { env }, (_error, out, err) => resolve(out + err)),
    )
  return { data, copies, run }
}

test('an incomplete copy of the primary is made again, and never started', async (t) => {
  const { data, copies, run } = await standby(t)
  await copies('kill -9 $PPID; exit 1')
  t.notMatch(await run(), /started/)
  t.ok((await readdir(data)).length > 0, 'an incomplete copy is left')
  await copies(`[ -e "${data}/../refused" ] || { touch "${data}/../refused"; exit 1; }`)
  const said = await run()
  t.match(
    said,
    /the primary does not answer yet; trying again\nstarted .*hot_standby=on -c max_connections=150/,
  )
  t.same((await readdir(data)).sort(), ['PG_VERSION', 'base', 'global', 'standby.signal'])
  t.same(await readdir(join(data, 'base')), ['1'])
  t.equal(await readFile(join(data, 'PG_VERSION'), 'utf8'), '16\n')
})

test('a complete copy starts on its data, also after it was promoted', async (t) => {
  const { data, copies, run } = await standby(t)
  await copies('')
  await run()
  await rm(join(data, 'standby.signal'))
  await writeFile(join(data, 'base', '2'), 'written since')
  t.match(await run(), /^started/)
  t.equal(await readFile(join(data, 'base', '2'), 'utf8'), 'written since')
})
